#include "runtime/preview_posture.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "control/posture_pace.h"
#include "control/resolve_rates.h"
#include "runtime/preview_steps.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLongestMotion = 120.0;  // s

/// @return Why the joints may not stand so; empty: they may.
std::string forbidden_joint(const MotionLimits& limits, const JointVector& goal) {
  for (Eigen::Index j = 0; j < goal.size(); ++j) {
    const double least = limits.joints[j].min + limits.joint_margin;
    const double most = limits.joints[j].max - limits.joint_margin;
    if (goal[j] >= least && goal[j] <= most) continue;
    return fmt::format("joint {} may stand from {:.1f} to {:.1f} deg, and is to go to {:.1f} deg", j + 1,
                       rad_to_deg(least), rad_to_deg(most), rad_to_deg(goal[j]));
  }
  return {};
}

}  // namespace

Preview preview_posture(const ControllerConfig& config, const Phase& phase, const StateEstimate& estimate) {
  if (!estimate.valid) return refused_preview("the robot is not seen");
  const ControlSetup setup(config);
  const PlanarModel& model = setup.unloaded();
  if (const std::string why = forbidden_joint(setup.limits, phase.posture); !why.empty())
    return refused_preview("cannot be reached: " + why);
  const PosturePace pace = posture_pace(config, phase.posture_rate, phase.turn_tolerance);
  const Vector2 v_WG = estimate.linear_momentum / model.total_mass();
  const double period = to_seconds(config.period);

  Preview preview;
  preview.smallest_sigma = std::numeric_limits<double>::infinity();
  ArmState arm = arm_state(estimate);
  PostureMotion motion;
  for (Time now = estimate.at; to_seconds(now - estimate.at) < kLongestMotion; now += config.period) {
    const double elapsed = to_seconds(now - estimate.at);
    const Vector2 p_WG = estimate.p_WG + elapsed * v_WG;
    const Vector2 p_WE = p_WG + compute_hand(model, compute_posture(arm.theta_WB, arm.joints)).p_GX;
    const PostureStep motion_step = advance_posture(pace, arm.joints, phase.posture, now, motion);
    PreviewStep step = step_at(setup, arm, p_WE, p_WG);
    step.time = elapsed;
    step.unfolding = true;  // no edge of the annulus leads the hand
    step.rate_share = motion_step.rates.lpNorm<Eigen::Infinity>() / config.max_joint_rate;
    preview.smallest_sigma = std::min(preview.smallest_sigma, step.sigma_min);
    preview.steps.push_back(step);
    if (setup.limits.edge_clearance(step.robot.p_WB) < 0.0) {
      return refused_preview(fmt::format(
          "cannot be reached: after {:.1f} s the satellite would be at the table's edge margin", elapsed));
    }
    if (motion_step.arrived) break;
    move_arm(model, scale_to_limit(motion_step.rates, config.max_joint_rate, config.rate_norm).rates, period,
             arm);
  }
  sum_up(setup, preview);
  // No hand is led: a singular posture may be passed, and stood in.
  preview.status = Preview::Status::kGood;
  preview.edge_margin = std::numeric_limits<double>::quiet_NaN();
  preview.text = fmt::format("the posture is reached after {:.1f} s, the satellite turned by {:.1f} deg",
                             preview.seconds, rad_to_deg(arm.theta_WB - estimate.robot.theta_WB));
  if (phase.attitude)
    preview.text += "; how loops of the joints then bring the satellite to its attitude is not foretold";
  return preview;
}

}  // namespace freefloat
