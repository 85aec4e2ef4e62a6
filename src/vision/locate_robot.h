#pragma once

#include <array>
#include <optional>
#include <vector>

#include "types/marker_frame.h"
#include "vision/camera_model.h"
#include "vision/robot_chain.h"

namespace freefloat {

/// LEDs of the robot in one picture.
struct LedPicture {
  std::vector<bool> seen;   ///< one an LED of the chain
  std::vector<Vector2> uv;  ///< pixels; where not seen, nothing
};

/// Where the robot is, as ChainPosture, held without heap memory.
using PostureVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxJoints + 3, 1>;

/// Where the robot is in a picture, and how well its LEDs agree with that.
struct LocatedRobot {
  PostureVector posture;
  std::array<Vector2, kMaxMarkers> misfits;  ///< one an LED: seen less expected, pixels; where not seen, zero
};

/// @param camera, chain As they are thought to be.
/// @return Where the robot is, roughly; nothing when one of the satellite's first two LEDs or the first of a
/// link is not seen, or there is none.
std::optional<PostureVector> start_posture(const CameraModel& camera, const RobotChain& chain,
                                           const LedPicture& picture);

/// Least squares over the posture, in pixels: all LEDs that are seen count alike. Takes no heap memory.
/// @param camera, chain As they are thought to be.
/// @return Nothing where there is no start, the camera cannot see the robot there, or the chain has more than
/// kMaxMarkers LEDs or kMaxJoints joints.
std::optional<LocatedRobot> locate_robot(const CameraModel& camera, const RobotChain& chain,
                                         const LedPicture& picture);

}  // namespace freefloat
