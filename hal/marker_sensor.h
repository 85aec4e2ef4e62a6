#pragma once

#include "hal/camera.h"
#include "types/marker_frame.h"

namespace freefloat {

/// A tracker that delivers labelled markers itself: motion capture, or marker-level simulation.
class MarkerSensor {
 public:
  virtual ~MarkerSensor() = default;

  /// Takes the next frame of markers; may wait for one, as `Camera::read` does. `frame.prediction` holds the
  /// controller's prediction on entry.
  virtual ReadStatus read(MarkerFrame& frame) = 0;
};

}  // namespace freefloat
