#pragma once

#include "types/marker_frame.h"

namespace freefloat {

/// @return Whether the LED was seen and all numbers that a filter takes from it are finite.
inline bool is_usable(const MarkerMeasurement& marker) {
  return marker.seen && marker.p_WM.allFinite() && marker.covariance.allFinite();
}

}  // namespace freefloat
