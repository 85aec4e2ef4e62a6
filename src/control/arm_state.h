#pragma once

#include "model/planar_model.h"
#include "types/state_estimate.h"

namespace freefloat {

/// The robot's posture and momentum: what a prediction carries forward.
struct ArmState {
  double theta_WB = 0.0;          ///< rad
  JointVector joints;             ///< rad
  double angular_momentum = 0.0;  ///< L, N m s
};

/// A predicted motion is refused where its smallest singular value falls below this share of the damping
/// threshold.
constexpr double kLeastSigmaShare = 0.1;

/// @param estimate The newest. @return Posture and momentum of it.
ArmState arm_state(const StateEstimate& estimate);

/// The robot follows: joints by their rates, the satellite by the conserved momentum, Eq. (2) of Yoshida and
/// Umetani (1990), midpoint rule.
/// @param model The robot with all that it holds.
/// @param rates Of the joints, rad/s.
/// @param step s
/// @param arm Before the step; then after it.
void move_arm(const PlanarModel& model, const JointVector& rates, double step, ArmState& arm);

}  // namespace freefloat
