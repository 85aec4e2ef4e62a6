#pragma once

#include "control/good_posture.h"
#include "control/limit_rates.h"
#include "control/resolve_rates.h"
#include "guidance/lead_hand.h"

namespace freefloat {

/// What leading the hand of one robot needs and what does not change during a capture.
struct FollowSetup {
  const PlanarModel* model = nullptr;
  const GoodPosture* good_posture = nullptr;
  LeadSetup lead;
  DampingConfig damping;
  double max_joint_rate = 0.0;  ///< rad/s
  RateNorm rate_norm = RateNorm::kLargestComponent;
};

/// The robot as it is now.
struct ArmState {
  double theta_WB = 0.0;          ///< rad
  JointVector joints;             ///< rad
  double angular_momentum = 0.0;  ///< L, N m s
};

/// One cycle's commands and what they mean.
struct Followed {
  LeadVelocity lead;                         ///< hand velocity wanted
  ResolvedRates resolved;                    ///< joint rates wanted and allowed
  Vector2 v_WE_commanded = Vector2::Zero();  ///< hand velocity of the allowed rates, m/s
  Vector2 v_WE_next = Vector2::Zero();       ///< Situation::v_WE of the next cycle, m/s
};

/// One step of a plan: unfold, or lead the hand (Eqs. 11, 15, 16) and resolve its velocity (Eq. 12); then
/// limit (Eq. 13). The controller commands it and the prediction runs ahead with it: both do the same.
/// @param setup Robot, laws and limits.
/// @param situation Hand, target and mass centre.
/// @param arm The robot's posture and momentum.
/// @param now The cycle's time.
/// @param plan Moves on: unfolding ends, a way around the hole becomes a straight line.
Followed follow_plan(const FollowSetup& setup, const Situation& situation, const ArmState& arm, Time now,
                     CapturePlan& plan);

}  // namespace freefloat
