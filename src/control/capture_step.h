#pragma once

#include <optional>

#include "control/arm_state.h"
#include "control/control_setup.h"
#include "guidance/lead_hand.h"
#include "model/generalized_jacobian.h"
#include "types/cycle.h"

// What a cycle of a capture needs beside lead_hand (Eqs. 11, 15, 16), resolve_rates (12) and scale_to_limit
// (13). The controller commands these steps and the prediction runs ahead with them: both do the same.

namespace freefloat {

/// @param estimate The newest.
/// @param v_WE Hand velocity that the last command leads to, m/s.
/// @param robot The robot alone.
/// @param moving The target's velocity counts.
/// @return What the guidance laws look at.
TaskSpaceState task_space_state(const StateEstimate& estimate, const Vector2& v_WE, const PlanarModel& robot,
                                bool moving);

/// @param setup How the hand is to come. @param estimate Where the target is. @param at Of the estimate.
/// @param moving The target's velocity counts.
/// @return The line along which the hand is led; none: it may come from anywhere.
std::optional<ApproachLine> approach_line(const ControlSetup& setup, const StateEstimate& estimate, Time at,
                                          bool moving);

/// The hand turns along the line by joint rates that leave its position alone, as far as the rate limit lets
/// them; nothing where the line does not turn the hand.
/// @param setup Robot, limits and settings. @param line Of `approach_line`. @param arm Posture and momentum.
/// @param jacobian At that posture. @param now Time of that posture.
/// @param resolved Joint rates that lead the hand's position; then those that turn it as well.
void turn_hand(const ControlSetup& setup, const ApproachLine& line, const ArmState& arm,
               const GeneralizedJacobian& jacobian, Time now, ResolvedRates& resolved);

/// @return Angle of the hand in W, rad.
inline double hand_angle(const ArmState& arm) {
  return arm.theta_WB + arm.joints.sum();
}

/// Joints 2 .. n towards the good posture or its mirror image.
/// @param setup Robot, limits and settings.
/// @param s Hand and mass centre.
/// @param joints rad.
/// @param plan One that unfolds; does so no longer once the hand is in the annulus and the elbow on its side.
/// @return Joint rates, rad/s, not yet limited.
JointVector unfold_arm(const ControlSetup& setup, const TaskSpaceState& s, const JointVector& joints,
                       CapturePlan& plan);

/// @param s, arm Before the step.
/// @param jacobian At that posture.
/// @param lead Hand velocity wanted.
/// @param resolved Joint rates of the step, limited.
/// @param unfolding They unfold the arm and do not lead the hand.
/// @return TaskSpaceState::v_WE of the next step: as led, or what the joint rates lead to instead, m/s.
Vector2 next_hand_velocity(const TaskSpaceState& s, const ArmState& arm, const GeneralizedJacobian& jacobian,
                           const HandVelocity& lead, const ResolvedRates& resolved, bool unfolding);

}  // namespace freefloat
