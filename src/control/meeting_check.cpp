#include "control/meeting_check.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "control/arm_state.h"
#include "guidance/approach_line.h"
#include "safety/collision.h"

namespace freefloat {

namespace {

constexpr double kHandSigma = 1e-3;           // m, three of which are kept as well
constexpr double kSlowest = 0.01;             // m/s of a hand along its line
constexpr double kLookAhead = 0.2;            // s that the joints go on at a meeting
constexpr double kLimitMargin = 0.05;         // rad that they keep from their limits more than elsewhere
constexpr double kLineShares[] = {0.5, 0.0};  // of the line that are left where it is looked at
constexpr double kLineSigmaShare = 0.5;       // of the damping threshold: along a line the hand is led
constexpr int kIterations = 10;               // to the target from there
constexpr double kMiss = 1e-3;                // m
constexpr double kClearance = 0.005;          // m that the satellite keeps from its limits

/// @return Where robot and target are in this step, as the laws that lead the hand see it.
TaskSpaceState task_at(const MeetingScene& scene, const MeetingStep& step, const Vector2& p_WE) {
  const TurningPoint target = scene.target.moved(step.time);
  return {.p_WE = p_WE,
          .v_WE = Vector2::Zero(),
          .p_WT = target.p,
          .v_WT = target.v,
          .p_WG = scene.mass_centre.p_after(step.time),
          .v_WG = scene.mass_centre.v_after(step.time),
          .p_CT = target.arm,
          .w_WT = target.rate};
}

/// @param time Of `after`, s. @return Whether the hand comes near the target beside the line between the two,
/// going straight as seen from the target.
bool passes_target(const ApproachLine& line, const TaskSpaceState& before, const TaskSpaceState& after,
                   double time) {
  constexpr int kParts = 8;
  const Vector2 from = before.p_WE - before.p_WT;
  const Vector2 to = after.p_WE - after.p_WT;
  TaskSpaceState last = after;
  last.p_WE = after.p_WT + from;
  for (int part = 1; part <= kParts; ++part) {
    TaskSpaceState next = after;
    next.p_WE = after.p_WT + from + (static_cast<double>(part) / kParts) * (to - from);
    if (leaves_line(line, last, next, Time{} + from_seconds(time))) return true;
    last = next;
  }
  return false;
}

/// @return Whether arm or satellite would touch the target's outline on the way to the line's begin, or the
/// hand come near the target beside the line.
bool comes_too_near(const ControlSetup& setup, const MeetingScene& scene, const MeetingPath& path) {
  const ApproachLine line{.direction = scene.line->direction,
                          .rate = scene.line->rate,
                          .tolerance = scene.line->tolerance,
                          .distance = scene.line->before};
  const PlanarModel& model = setup.unloaded();
  std::optional<std::pair<ArmState, TaskSpaceState>> before;
  for (const MeetingStep& step : path) {
    const ArmState arm{step.theta_WB, step.joints, scene.angular_momentum};
    const Posture posture = compute_posture(step.theta_WB, step.joints);
    const Vector2 p_WE = scene.mass_centre.p_after(step.time) + compute_hand(model, posture).p_GX;
    const TaskSpaceState task = task_at(scene, step, p_WE);
    if (before) {
      if (passes_target(line, before->second, task, step.time)) return true;
      const bool touches = setup.clearance.active() &&
                           setup.clearance.is_lost(model, {before->first, before->second}, {arm, task});
      if (touches) return true;
    }
    before.emplace(arm, task);
  }
  return false;
}

/// @return Whether the joints are so far from their limits at this meeting that the monitors let them go on.
bool keeps_from_limits(const MotionLimits& limits, const Meeting& meeting) {
  for (Eigen::Index j = 0; j < meeting.joints.size(); ++j) {
    const JointLimits& joint = limits.joints[j];
    const double soon = meeting.joints[j] + kLookAhead * meeting.rates[j];
    if (soon < joint.min + limits.joint_margin + kLimitMargin) return false;
    if (soon > joint.max - limits.joint_margin - kLimitMargin) return false;
  }
  return true;
}

/// @return Robot and target as they are when the hand has come to the line's begin.
MeetingScene at_line(const MeetingScene& scene, const MeetingPath& path, const Meeting& met) {
  MeetingScene there = scene;
  const MeetingStep& last = path.back();
  there.theta_WB = last.theta_WB + (met.time - last.time) * last.w_WB;
  there.joints = met.joints;
  there.rates = met.rates;
  there.mass_centre = scene.mass_centre.moved(met.time);
  there.target = scene.target.moved(met.time);
  there.line->direction = scene.line->direction_after(met.time);
  return there;
}

}  // namespace

bool comes_along_line(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene,
                      const Meeting& tried) {
  if (!scene.line || scene.line->slides) return true;
  const MeetingPath path = path_to_meeting(meeting, scene, tried);
  if (comes_too_near(setup, scene, path) || !keeps_from_limits(setup.limits, tried)) return false;
  MeetingScene there = at_line(scene, path, tried);
  const double length = there.line->before;
  const double speed = there.line->speed;
  Meeting next = tried;
  for (const double share : kLineShares) {
    there.line->before = share * length;
    there.line->speed = share * speed;
    const double latest = (1.0 - share) * length / std::max(kSlowest, speed);
    if (!refine_meeting(meeting, there, latest, kIterations, kMiss, next)) return false;
    if (!(next.sigma_min > kLineSigmaShare * meeting.singularity)) return false;
    if (!keeps_from_limits(setup.limits, next)) return false;
  }
  return true;
}

bool will_be_held(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene,
                  const Meeting& tried) {
  const MeetingPath path = path_to_meeting(meeting, scene, tried);
  const ControllerConfig& config = setup.config;
  StateEstimate there;
  there.target.valid = true;
  there.sigma_hand = kHandSigma;
  Vector2 before = Vector2::Zero();
  for (std::size_t k = 0; k < path.size(); ++k) {
    const MeetingStep& step = path[k];
    const Posture posture = compute_posture(step.theta_WB, step.joints);
    const Vector2 p_WB =
        scene.mass_centre.p_after(step.time) + satellite_from_mass_centre(setup.unloaded(), posture);
    there.robot.p_WB = p_WB;
    there.robot.theta_WB = step.theta_WB;
    there.robot.w_WB = step.w_WB;
    there.robot.joints = step.joints;
    there.robot.joint_rates = step.rates;
    if (k > 0) there.robot.v_WB = (p_WB - before) / (step.time - path[k - 1].time);
    before = p_WB;
    there.target.p_WT = scene.target.p_after(step.time);
    there.target.v_WT = scene.target.v_after(step.time);
    const double stop = step.rates.norm() / config.hold_deceleration;
    if (setup.limits.edge_clearance(p_WB) < kClearance ||
        setup.limits.edge_clearance(p_WB + stop * there.robot.v_WB) < kClearance)
      return true;
    if (will_collide(config.robot, setup.limits, there, true, config.period, from_seconds(stop))) return true;
  }
  return false;
}

}  // namespace freefloat
