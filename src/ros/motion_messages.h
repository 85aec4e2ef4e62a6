#pragma once

#include <optional>

#include "ros/ros_messages.h"
#include "runlog/target_attitude.h"
#include "types/state_estimate.h"

namespace freefloat::ros {

/// Pose and velocity of a body in W, and how well they are known.
struct Motion {
  Vector2 p = Vector2::Zero();           ///< m
  double angle = 0.0;                    ///< rad, counter-clockwise
  Vector2 v = Vector2::Zero();           ///< m/s
  double w = 0.0;                        ///< rad/s
  Matrix2 covariance = Matrix2::Zero();  ///< of p, m^2
  double angle_variance = 0.0;           ///< rad^2
};

// The estimator tells how well it knows hand and attitude; the satellite's place, nearer to the LEDs on it,
// is given the hand's.
Motion satellite_motion(const StateEstimate& estimate);
Motion hand_motion(const StateEstimate& estimate);
/// @param attitude As its LEDs showed it last; none: along x, and any.
Motion target_motion(const TargetEstimate& target, const std::optional<TargetAttitude>& attitude);

geometry_msgs::PoseWithCovarianceStamped pose_message(const Motion& motion, builtin_interfaces::Time stamp);

/// As the table sees it. How well velocities are known is not estimated: -1 stands first in the covariance,
/// as ROS messages say it.
geometry_msgs::TwistWithCovarianceStamped twist_message(const Motion& motion, builtin_interfaces::Time stamp);

}  // namespace freefloat::ros
