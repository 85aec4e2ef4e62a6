#pragma once

#include <cstddef>

#include "types/joint_vector.h"

namespace freefloat {

/// Configuration and velocity of the robot in the table frame W.
struct RobotState {
  Vector2 p_WB = Vector2::Zero();  ///< satellite's mass centre, m
  double theta_WB = 0.0;           ///< satellite's attitude, rad, counter-clockwise, not wrapped
  JointVector joints;              ///< joint angles phi, rad, relative, not wrapped
  Vector2 v_WB = Vector2::Zero();  ///< m/s
  double w_WB = 0.0;               ///< rad/s
  JointVector joint_rates;         ///< rad/s
};

/// Pose and velocity of a free body in the table frame W.
struct BodyState {
  Vector2 p = Vector2::Zero();  ///< m
  double theta = 0.0;           ///< rad
  Vector2 v = Vector2::Zero();  ///< m/s
  double w = 0.0;               ///< rad/s
};

/// Targets on one table.
inline constexpr std::size_t kMostTargets = 4;

}  // namespace freefloat
