#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace freefloat {

/// A rigid body in the tracker's frame, as told.
struct BodyPose {
  std::int32_t id = 0;
  std::array<double, 3> position{};    ///< m
  std::array<double, 4> quaternion{};  ///< x, y, z, w
  double mean_error = 0.0;             ///< m; zero: not told
  bool tracked = false;
};

/// One marker that the tracker has a number for.
struct NumberedMarker {
  std::int32_t id = 0;
  std::array<double, 3> position{};  ///< m
  bool occluded = false;
};

/// What a tracker sees at one moment, whoever tells it.
struct TrackedPoses {
  std::vector<BodyPose> bodies;
  std::vector<NumberedMarker> markers;
};

}  // namespace freefloat
