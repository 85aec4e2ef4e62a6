#pragma once

#include "spatial/virtual_manipulator/integrate_cycle.h"

namespace freefloat {

/// How the vehicle is to be reoriented by joint cycles.
struct ReorientationConfig {
  EulerSequence sequence = EulerSequence::kZyx;  ///< of X
  int cycles_per_set = 30;                       ///< m
  int most_sets = 20;
  double tolerance = 1e-6;  ///< turn that may be missing at the end, rad
};

/// Equal cycles, and what came of them.
struct CycleSet {
  JointCycle cycle;
  int times = 0;                       ///< m
  Matrix3 turn = Matrix3::Identity();  ///< A of one cycle, exact
  Vector3 angles = Vector3::Zero();    ///< X after the set, exact, rad
  double missing = 0.0;                ///< turn from there to the goal, rad
};

/// The self-correcting manoeuvre of Dubowsky & Vafa 1987, Sec. 5 B: sets of m equal cycles, each set planned
/// from where the last one led.
///
/// The turn that is missing is divided by m as in Eqs. (14)-(16), A = P Lambda^(1/m) P^-1 (the m-th part of
/// the rotation vector), the sides come from Eqs. (10)-(13), and what a cycle does is integrated exactly.
/// @param joints Theta_0, where every cycle begins and ends.
/// @param start X_i, goal X_d: Euler angles, rad.
/// @return The sets; the last one's `missing` is above the tolerance when `most_sets` did not suffice. Why
/// there are none: see plan_joint_cycle.
tl::expected<std::vector<CycleSet>, std::string> reorient_vehicle(VehicleResponse& response,
                                                                  const Eigen::VectorXd& joints,
                                                                  const Vector3& start, const Vector3& goal,
                                                                  const ReorientationConfig& config);

}  // namespace freefloat
