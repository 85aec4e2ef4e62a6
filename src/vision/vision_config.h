#pragma once

#include "types/time.h"

namespace freefloat {

/// Settings of blob finder and labeler.
struct VisionConfig {
  double threshold = 40.0;          ///< above the local background, grey levels
  int min_area = 3;                 ///< smallest spot, pixels
  int max_area = 600;               ///< largest spot, pixels
  int window_size = 32;             ///< side of a tracking window, pixels; at least
  double gate_sigmas = 6.0;         ///< assignment gate around a prediction
  double gate_floor = 0.004;        ///< smallest gate radius, m
  int full_scan_period = 50;        ///< every so many pictures the whole picture is searched
  double length_tolerance = 0.006;  ///< on the known distances between LEDs at acquisition, m
  double read_noise = 2.0;          ///< of the camera, grey levels, for the covariance
  double shot_noise =
      0.3;  ///< standard deviation = shot_noise * sqrt(signal), grey levels, for the covariance
  double reflection = 0.0;  ///< of the LEDs' mirror images in the glass, share of their light
};

}  // namespace freefloat
