#pragma once

#include "model/robot_parameters.h"
#include "types/table.h"

namespace freefloat {

/// What no motion of the robot may go beyond.
struct MotionLimits {
  std::vector<JointLimits> joints;            ///< one a joint
  double joint_margin = 0.0;                  ///< kept from these, rad
  double max_joint_rate = 0.0;                ///< rad/s
  Vector2 satellite_range = Vector2::Zero();  ///< largest |x| and |y| of the satellite's mass centre, m
  Vector2 satellite_size = Vector2::Zero();   ///< its outline along x and y of B, m
  Vector2 half_table = Vector2::Zero();       ///< largest |x| and |y| on the table, m

  /// @return Whether all joint angles (rad) keep the margin.
  bool allow(const JointVector& angles) const {
    for (Eigen::Index j = 0; j < angles.size(); ++j) {
      if (angles[j] < joints[j].min + joint_margin || angles[j] > joints[j].max - joint_margin) return false;
    }
    return true;
  }

  /// @return Distance of a satellite at p_WB (m) from where it must not be, m; negative beyond.
  double edge_clearance(const Vector2& p_WB) const { return (satellite_range - p_WB.cwiseAbs()).minCoeff(); }
};

/// @param table Its size and margin.
/// @param radius Of the circle around the satellite's outline, m.
/// @return Where the satellite's mass centre may be on the table, see MotionLimits::satellite_range, m.
inline Vector2 satellite_range(const TableParameters& table, double radius) {
  return 0.5 * table.size - Vector2::Constant(radius + table.edge_margin);
}

}  // namespace freefloat
