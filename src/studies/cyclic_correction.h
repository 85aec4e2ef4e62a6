#pragma once

#include <vector>

#include "spatial/virtual_manipulator/reorient_vehicle.h"

namespace freefloat {

/// Joints and vehicle at one moment of a cyclic correction.
struct CorrectionSample {
  double cycle = 0.0;                ///< cycles done since the set's begin
  Eigen::VectorXd joints;            ///< rad
  Vector3 angles = Vector3::Zero();  ///< X, Euler angles of the vehicle, rad
};

/// A set of equal cycles in detail, exact: the vehicle's turn along a cycle is the same in each.
/// @param start X at the set's begin, rad.
/// @param samples_a_side Of each of the cycle's straight sides.
std::vector<CorrectionSample> follow_cycle_set(VehicleResponse& response, const Eigen::VectorXd& joints,
                                               EulerSequence sequence, const Vector3& start,
                                               const CycleSet& set, int samples_a_side);

}  // namespace freefloat
