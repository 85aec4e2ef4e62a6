#include "operate/preview.h"

#include <algorithm>
#include <cstdio>

#include "control/plan_capture.h"

namespace freefloat {

namespace {

constexpr double kNearShare = 1.5;     // sigma below so many damping thresholds is near a singularity
constexpr double kLeastMargin = 0.02;  // of the joint rates
constexpr double kNearEdge = 0.01;     // m, hand from the workspace's edges

const Phase* first_capture(const Experiment& experiment) {
  const auto capture = std::find_if(experiment.phases.begin(), experiment.phases.end(),
                                    [](const Phase& phase) { return is_capture(phase.kind); });
  return capture == experiment.phases.end() ? nullptr : &*capture;
}

/// Until the capture begins the target goes on.
double seconds_before(const Experiment& experiment, const Phase& capture) {
  double seconds = 0.0;
  for (const Phase& phase : experiment.phases) {
    if (&phase == &capture) break;
    if (lasts_fixed_time(phase.kind)) seconds += to_seconds(phase.duration);
  }
  return seconds;
}

std::optional<CapturePlan> find_plan(const ControlSetup& setup, const StateEstimate& estimate, bool moving) {
  if (setup.config.guidance.method == GuidanceMethod::kYoshidaUmetani1990) {
    CapturePlan printed;
    printed.rendezvous = estimate.at + from_seconds(setup.config.guidance.rendezvous_time);
    return printed;
  }
  constexpr int kMostCycles = 5000;
  CapturePlanner planner;
  for (int i = 0; i < kMostCycles && !planner.plan && !planner.unreachable(); ++i)
    planner.advance(setup, estimate, Vector2::Zero(), moving);
  return planner.plan;
}

std::string_view why(PredictionVerdict verdict) {
  switch (verdict) {
    case PredictionVerdict::kJointLimit:
      return "a joint would reach its limit";
    case PredictionVerdict::kSingular:
      return "the path meets a dynamic singularity";
    case PredictionVerdict::kNotInTime:
      return "the hand does not arrive in time";
    case PredictionVerdict::kRunning:
    case PredictionVerdict::kCaptured:
      break;
  }
  return "";
}

Preview refuse(std::string text) {
  Preview preview;
  preview.status = Preview::Status::kRefused;
  preview.text = std::move(text);
  return preview;
}

}  // namespace

Preview preview_capture(const ControllerConfig& config, const Experiment& experiment,
                        const StateEstimate& estimate) {
  const Phase* const capture = first_capture(experiment);
  if (capture == nullptr) return {.text = "the experiment has no capture to predict", .path = {}};
  if (!estimate.valid) return refuse("the robot is not seen");
  if (!estimate.target.valid) return refuse("the target is not seen");
  const ControlSetup setup(config);
  const bool moving = capture->kind == PhaseKind::kCaptureMoving;
  StateEstimate at_start = estimate;
  const double wait = seconds_before(experiment, *capture);
  if (moving) at_start.target.p_WT += wait * at_start.target.v_WT;
  const auto plan = find_plan(setup, at_start, moving);
  if (!plan) return refuse("no path that the prediction knows captures the target: move robot or target");

  Preview preview;
  CapturePrediction prediction;
  prediction.begin(at_start, task_space_state(at_start, Vector2::Zero(), setup.unloaded(), moving), *plan);
  double nearest_edge = kNearEdge;
  double most_rate = 0.0;
  while (prediction.verdict == PredictionVerdict::kRunning) {
    preview.path.push_back(prediction.task.p_WE);
    const JointVector before = prediction.arm.joints;
    prediction.advance(setup, moving);
    const double rate = (prediction.arm.joints - before).lpNorm<Eigen::Infinity>() / CapturePrediction::kStep;
    most_rate = std::max(most_rate, rate);
    const double radius = (prediction.task.p_WE - prediction.task.p_WG).norm();
    if (!prediction.followed.unfold)
      nearest_edge = std::min({nearest_edge, radius - setup.workspace.inner, setup.workspace.outer - radius});
  }
  preview.path.push_back(prediction.task.p_WE);
  preview.meeting = prediction.task.p_WT;
  preview.seconds = prediction.elapsed;
  preview.smallest_sigma = prediction.smallest_sigma;
  preview.rate_margin = 1.0 - most_rate / config.max_joint_rate;
  if (prediction.verdict != PredictionVerdict::kCaptured) {
    preview.status = Preview::Status::kRefused;
    preview.text = why(prediction.verdict);
    return preview;
  }
  const bool singular = prediction.smallest_sigma < kNearShare * config.singularity_threshold;
  const bool fast = moving && preview.rate_margin < kLeastMargin;  // a standing target waits
  const bool edge = nearest_edge < kNearEdge;
  if (singular || fast || edge) preview.status = Preview::Status::kNearEdge;
  std::array<char, 160> text;
  std::snprintf(text.data(), text.size(), "captured after %.1f s%s%s%s", preview.seconds,
                singular ? ", near a singularity" : "", fast ? ", at the joints' rate limit" : "",
                edge ? ", near the edge of the workspace" : "");
  preview.text = text.data();
  return preview;
}

}  // namespace freefloat
