#pragma once

#include <string>

#include "runtime/preview.h"

namespace freefloat {

/// What the table's tilt does to a capture. Everything that floats falls alike, with g times the tilt; a
/// target that is fixed to the table does not.
struct TiltEffect {
  double tilt = 0.0;            ///< multiples of g
  double acceleration = 0.0;    ///< of all that floats, m/s^2
  double seconds = 0.0;         ///< from the run's start to the capture, s
  double robot_drift = 0.0;     ///< of the mass centre until then, from rest, m
  double relative_drift = 0.0;  ///< of the target against the mass centre until then, m
  double time_to_leave = 0.0;   ///< until the target may have left the annulus in the worst direction, s;
                                ///< infinite: it does not
};

/// @param config The experiment. @param workspace Of its robot.
/// @param preview Predicted without tilt; of a refused one only the time before it counts.
TiltEffect find_tilt_effect(const RunConfig& config, const HandWorkspace& workspace, const Preview& preview);

/// @return One sentence; empty on a level table.
std::string describe_tilt(const TiltEffect& effect);

}  // namespace freefloat
