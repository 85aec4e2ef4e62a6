#include "runtime/preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/momentum.h"
#include "runtime/find_plan.h"
#include "runtime/planned_hand.h"
#include "runtime/preview_meeting.h"
#include "runtime/preview_path.h"
#include "runtime/preview_posture.h"
#include "runtime/preview_steps.h"
#include "runtime/refused_capture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLeastMargin = 0.02;       // of the joint rates
constexpr double kCheckingAndArming = 0.2;  // s, what both take where nothing is wrong

PreviewStep step_of(const ControlSetup& setup, const CapturePrediction& prediction) {
  PreviewStep step = step_at(setup, prediction.arm, prediction.task.p_WE, prediction.task.p_WG);
  step.time = prediction.elapsed;
  step.p_WT = prediction.task.p_WT;
  step.unfolding = prediction.followed.unfold;
  return step;
}

/// The rate limit is what such a capture goes at: it is no warning.
Preview preview_in_time(const ControlSetup& setup, const StateEstimate& estimate, bool moving) {
  Preview preview;
  std::optional<JointVector> before;
  preview.smallest_sigma = std::numeric_limits<double>::infinity();
  MeetingOutput plan;
  const auto line = approach_line(setup, estimate, estimate.at, moving);
  ApproachWatch watch;
  std::optional<CapturePrediction> newest;
  const auto keep_step = [&](const CapturePrediction& now) {
    PreviewStep step = step_of(setup, now);
    const double passed = preview.steps.empty() ? 0.0 : step.time - preview.steps.back().time;
    if (before && passed > 0.0) {
      step.rate_share =
          (now.arm.joints - *before).lpNorm<Eigen::Infinity>() / passed / setup.config.max_joint_rate;
    }
    before = now.arm.joints;
    preview.smallest_sigma = step.sigma_min;  // the joints are led, so only the last posture's counts
    preview.steps.push_back(step);
  };
  const auto look = [&](const CapturePrediction& now) {
    if (line) watch.add(*line, now.task, hand_angle(now.arm), now.start + from_seconds(now.elapsed));
    if (preview.steps.empty() || now.elapsed >= preview.steps.back().time + CapturePrediction::kStep)
      keep_step(now);
    newest = now;
  };
  const PredictedEnd end = preview_meeting(setup, estimate, moving, look, &plan);
  if (end != PredictedEnd::kCaptured)
    return refused_preview("cannot be captured: " + explain_refused_capture(setup, estimate, moving) +
                           name_better_approach(setup, estimate, moving));
  if (newest->elapsed > preview.steps.back().time) keep_step(*newest);
  if (line) preview.approach = reached_approach(*line, watch);
  sum_up(setup, preview);
  preview.meeting = preview.steps.back().p_WT;
  preview.text = fmt::format("captured after {:.1f} s", preview.seconds) + preview.text;
  preview.ways = describe_ways(plan);
  return preview;
}

}  // namespace

double seconds_until(const Experiment& experiment, const Phase& led) {
  double seconds = 0.0;
  for (const Phase& phase : experiment.phases) {
    if (&phase == &led) break;
    if (lasts_fixed_time(phase.kind) || (phase.kind == PhaseKind::kWait && phase.ended_by == EndedBy::kTime))
      seconds += to_seconds(phase.duration);
    if (phase.kind == PhaseKind::kArm) seconds += kCheckingAndArming;
  }
  return seconds;
}

const Phase* first_capture(const Experiment& experiment) {
  const auto capture = std::find_if(experiment.phases.begin(), experiment.phases.end(),
                                    [](const Phase& phase) { return is_capture(phase.kind); });
  return capture == experiment.phases.end() ? nullptr : &*capture;
}

std::uint32_t first_target(const Experiment& experiment) {
  const Phase* capture = first_capture(experiment);
  return capture == nullptr ? 0 : capture->target_number;
}

bool arm_rests_until_capture(const Experiment& experiment) {
  for (const Phase& phase : experiment.phases) {
    if (is_capture(phase.kind)) return true;
    const Task task = row_of(phase.kind).task;
    if (task != Task::kHold && task != Task::kGrip) return false;
  }
  return false;
}

ControlSetup setup_for_capture(const ControllerConfig& config, const Experiment& experiment) {
  ControlSetup setup(config);
  if (const std::uint32_t target = first_target(experiment); target > 0) setup.hold(target, Vector2::Zero());
  return setup;
}

StateEstimate estimate_at_start(const RunConfig& config) {
  const RobotState& start = config.sim.start;
  const PlanarModel model(config.controller.robot);
  const Posture posture = compute_posture(start.theta_WB, start.joints);
  const Vector2 p_GB = satellite_from_mass_centre(model, posture);
  // The whole robot turns about its mass centre, which drifts: see load_experiment.
  const Vector2 v_WG = start.v_WB - start.w_WB * perpendicular(p_GB);
  const Phase* led = first_motion(config.experiment);
  if (led == nullptr) led = first_capture(config.experiment);
  const double wait = led == nullptr ? 0.0 : seconds_until(config.experiment, *led);
  StateEstimate estimate;
  estimate.valid = true;
  estimate.robot = start;
  estimate.robot.theta_WB += wait * start.w_WB;
  const Posture turned = compute_posture(estimate.robot.theta_WB, start.joints);
  estimate.p_WG = start.p_WB - p_GB + wait * v_WG;
  const Vector2 turned_p_GB = satellite_from_mass_centre(model, turned);
  estimate.robot.p_WB = estimate.p_WG + turned_p_GB;
  estimate.robot.v_WB = v_WG + start.w_WB * perpendicular(turned_p_GB);
  const Vector2 p_GE = compute_hand(model, turned).p_GX;
  estimate.p_WE = estimate.p_WG + p_GE;
  estimate.v_WE = v_WG + start.w_WB * perpendicular(p_GE);
  estimate.linear_momentum = model.total_mass() * v_WG;
  estimate.angular_momentum = compute_angular_inertia(model, turned).satellite * start.w_WB;
  const std::uint32_t number = first_target(config.experiment);
  const TargetParameters& target = target_of(config.sim, number);
  estimate.target.valid = target.mount != TargetMount::kNone;
  estimate.target.p_WT = target.start.p;
  estimate.target.v_WT = target.start.v;
  const std::optional<Vector2>& mass_centre = payload_of(config.controller, number).mass_centre;
  if (mass_centre) {
    const BodyState& body = target.start;
    estimate.target.turns = true;
    estimate.target.p_WC = body.p + rotate(body.theta, *mass_centre);
    estimate.target.theta_WT = body.theta;
    estimate.target.w_WT = body.w;
  }
  return estimate;
}

Preview preview_capture(const ControlSetup& setup, const Experiment& experiment,
                        const StateEstimate& estimate) {
  const Phase* const capture = first_capture(experiment);
  if (capture == nullptr)
    return {.text = "the experiment has no capture to predict",
            .ways = {},
            .path = {},
            .wanted = {},
            .steps = {}};
  if (!estimate.valid) return refused_preview("the robot is not seen");
  if (!estimate.target.valid) return refused_preview("the target is not seen");
  const bool moving = capture->kind == PhaseKind::kCaptureMoving;
  StateEstimate at_start = estimate;
  if (moving) {
    const double wait = seconds_until(experiment, *capture);
    TaskSpaceState task = task_space_state(at_start, Vector2::Zero(), setup.unloaded(), moving);
    task.move_target(wait);
    at_start.target.p_WT = task.p_WT;
    at_start.target.v_WT = task.v_WT;
    at_start.target.p_WC = task.p_WT - task.p_CT;
    at_start.target.theta_WT += wait * task.w_WT;
  }
  if (is_planned_in_time(setup.config)) return preview_in_time(setup, at_start, moving);
  const auto found = find_plan(setup, at_start, moving);
  if (!found) {
    return refused_preview("cannot be captured: " + explain_refused_capture(setup, at_start, moving) +
                           name_better_approach(setup, at_start, moving));
  }

  Preview preview;
  CapturePrediction prediction;
  prediction.begin(at_start, task_space_state(at_start, Vector2::Zero(), setup.unloaded(), moving),
                   found->plan);
  preview.steps.push_back(step_of(setup, prediction));
  const auto line = approach_line(setup, at_start, at_start.at, moving);
  ApproachWatch watch;
  while (prediction.end == PredictedEnd::kRunning) {
    const JointVector before = prediction.arm.joints;
    prediction.advance(setup, moving, found->clearance_share, line ? &*line : nullptr);
    if (line) {
      watch.add(*line, prediction.task, hand_angle(prediction.arm),
                prediction.start + from_seconds(prediction.elapsed));
    }
    preview.steps.push_back(step_of(setup, prediction));
    const double rate = (prediction.arm.joints - before).lpNorm<Eigen::Infinity>() / CapturePrediction::kStep;
    preview.steps.back().rate_share = rate / setup.config.max_joint_rate;
  }
  if (line) preview.approach = reached_approach(*line, watch);
  preview.smallest_sigma = prediction.smallest_sigma;
  sum_up(setup, preview);
  preview.meeting = preview.steps.back().p_WT;
  if (prediction.end != PredictedEnd::kCaptured) {
    preview.status = Preview::Status::kRefused;
    preview.text = "cannot be captured: " + std::string(words_of(prediction.end));
    return preview;
  }
  const bool fast = moving && preview.rate_margin < kLeastMargin;  // a standing target waits
  if (fast) preview.status = Preview::Status::kNearEdge;
  preview.text =
      fmt::format("captured after {:.1f} s{}", preview.seconds, fast ? ", at the joints' rate limit" : "") +
      preview.text;
  return preview;
}

const Phase* first_motion(const Experiment& experiment) {
  for (const Phase& phase : experiment.phases) {
    if (phase.kind == PhaseKind::kFollowPath || phase.kind == PhaseKind::kMoveTo) return &phase;
    const Task task = row_of(phase.kind).task;
    if (task != Task::kHold && task != Task::kGrip) return nullptr;
  }
  return nullptr;
}

Preview preview_experiment(const ControllerConfig& config, const Experiment& experiment,
                           const StateEstimate& estimate) {
  const Phase* const motion = first_motion(experiment);
  if (motion == nullptr) return preview_capture(config, experiment, estimate);
  return motion->kind == PhaseKind::kMoveTo ? preview_posture(config, *motion, estimate)
                                            : preview_path(config, motion->path_number, estimate);
}

std::optional<Preview> preview_run(const RunConfig& config, bool robot_is_real) {
  const Experiment& experiment = config.experiment;
  if (robot_is_real || (first_motion(experiment) == nullptr && !arm_rests_until_capture(experiment)))
    return std::nullopt;
  return preview_experiment(config.controller, experiment, estimate_at_start(config));
}

std::string describe_preview(const Preview& preview, const Experiment& experiment) {
  if (preview.steps.empty() || preview.status == Preview::Status::kRefused) return preview.text;
  std::string text = preview.text + fmt::format("; smallest singular value {:.3f} m", preview.smallest_sigma);
  text += preview.rate_margin < kLeastMargin
              ? std::string(", the fastest joint goes at its rate limit")
              : fmt::format(", {:.0f} % of the joint rates to spare", 100.0 * preview.rate_margin);
  if (std::isfinite(preview.edge_margin)) {
    text += fmt::format(", {:.0f} mm {} the workspace's edge", 1e3 * std::abs(preview.edge_margin),
                        preview.edge_margin >= 0.0 ? "to" : "beyond");
  }
  const Phase* capture = first_capture(experiment);
  if (preview.meeting && capture->kind == PhaseKind::kCaptureMoving)
    text += fmt::format("; they meet at [{:.3f}, {:.3f}] m", preview.meeting->x(), preview.meeting->y());
  if (preview.approach) text += "; the hand " + describe_approach(*preview.approach);
  if (!preview.ways.empty()) text += "; " + preview.ways;
  return text;
}

Preview preview_capture(const ControllerConfig& config, const Experiment& experiment,
                        const StateEstimate& estimate) {
  return preview_capture(setup_for_capture(config, experiment), experiment, estimate);
}

}  // namespace freefloat
