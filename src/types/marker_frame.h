#pragma once

#include <array>
#include <cstdint>

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// The most LEDs a scene may have: those of the robot in the order of its file, then those of the target.
inline constexpr int kMaxMarkers = 12;

/// Where one LED is expected, for the windows and gates of the vision.
struct PredictedMarker {
  bool known = false;
  Vector2 p_WM = Vector2::Zero();  ///< position in the table plane, m
  Vector2 v_WM = Vector2::Zero();  ///< velocity, m/s
  double sigma = 0.0;              ///< standard deviation of the position, m
};

/// What the controller tells the vision to expect.
struct MarkerPrediction {
  Time at{};           ///< time the positions hold for
  JointVector joints;  ///< newest potentiometer angles, rad; known even before any LED is; empty: unknown
  double joint_sigma = 0.0;  ///< their standard deviation, rad
  std::array<PredictedMarker, kMaxMarkers> markers{};
};

/// One LED as seen in one picture.
struct MarkerMeasurement {
  bool seen = false;                     ///< false: hidden, out of view, or ambiguous; the rest is then zero
  Vector2 uv_px = Vector2::Zero();       ///< centroid in the picture, pixels, before undistortion
  Vector2 p_WM = Vector2::Zero();        ///< position in the table frame at the LED's own height, m
  Matrix2 covariance = Matrix2::Zero();  ///< of p_WM, m^2
  double peak = 0.0;                     ///< brightest pixel above background, grey levels
  bool saturated = false;                ///< at least one pixel at full scale
};

/// All LEDs of one picture: the result of the vision, the only thing of it that the controller sees.
struct MarkerFrame {
  Time capture_time{};         ///< middle of the exposure, never the arrival
  std::uint64_t sequence = 0;  ///< the camera's picture number
  int marker_count = 0;        ///< LEDs in the scene; the first so many entries of `markers` are meaningful
  std::array<MarkerMeasurement, kMaxMarkers> markers{};
  int blob_count = 0;             ///< candidate spots found, glare and reflections included
  bool full_scan = false;         ///< whole picture searched, not only the windows
  MarkerPrediction prediction{};  ///< what the vision was told to expect, kept so that it can be replayed
};

}  // namespace freefloat
