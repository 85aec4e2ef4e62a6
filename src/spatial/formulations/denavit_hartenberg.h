#pragma once

#include <vector>

#include "spatial/tree/spatial.h"

namespace freefloat {

/// One row of a Denavit-Hartenberg table: frame i in frame i - 1 is Rz(theta) Tz(d) Tx(a) Rx(alpha).
struct DenavitHartenbergRow {
  JointKind kind = JointKind::kRevolute;
  double theta = 0.0;  ///< rad; revolute: at joint coordinate 0, to which the coordinate is added
  double d = 0.0;      ///< m; prismatic: at joint coordinate 0
  double a = 0.0;      ///< m
  double alpha = 0.0;  ///< rad
};

/// A serial arm on a fixed base with its Denavit-Hartenberg frames: frame i is fixed to link i, its z axis is
/// the axis of joint i + 1. This is the other of the two methods that Korczyk et al. 2021, Sec. 3, compare;
/// for the same links it gives the same torques as the product of exponentials.
struct DenavitHartenbergArm {
  Matrix3 base_rotation = Matrix3::Identity();  ///< from frame 0's to W's axes
  Vector3 base_position = Vector3::Zero();      ///< of frame 0's origin, m
  std::vector<DenavitHartenbergRow> rows;
  std::vector<TreeBody> links;             ///< mass centres and inertias in frame i
  Vector3 gravity = Vector3::Zero();       ///< W, m/s^2
  Vector3 tip_position = Vector3::Zero();  ///< of the end point, in the last frame, m
};

/// Finds the table from the joints' axes.
/// @param tree A serial arm on a fixed base whose frame is W's.
/// @throws std::invalid_argument when it branches or floats.
DenavitHartenbergArm find_denavit_hartenberg(const TreeParameters& tree);

/// Joint torques by recursive Newton and Euler from frame to frame, Eq. (1) of Korczyk et al. 2021.
Eigen::VectorXd joint_torques(const DenavitHartenbergArm& arm, const Eigen::VectorXd& q,
                              const Eigen::VectorXd& rates, const Eigen::VectorXd& accelerations);

/// @return The end point in W, m.
Vector3 compute_tip(const DenavitHartenbergArm& arm, const Eigen::VectorXd& q);

}  // namespace freefloat
