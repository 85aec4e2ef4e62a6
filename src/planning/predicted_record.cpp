#include "planning/predicted_record.h"

#include "model/guaranteed_workspace.h"

namespace freefloat {

namespace {

CycleRecord cycle_at(double seconds, const StateEstimate& estimate, const Vector2& meeting) {
  CycleRecord cycle;
  cycle.output.now = Time{} + from_seconds(seconds);
  cycle.output.state = SupervisorState::kActive;
  cycle.output.estimate = estimate;
  cycle.output.estimate.at = cycle.output.now;
  cycle.output.guidance.status = TaskStatus::kRunning;
  cycle.output.guidance.p_WE_goal = meeting;
  return cycle;
}

/// The others stay where the file starts them, as far as the prediction goes.
TargetPlaces places_at_start(const RunConfig& config, const Phase& capture) {
  TargetPlaces places;
  places.followed = capture.target_number;
  for (const TargetParameters& target : all_targets(config.sim)) {
    places.targets.push_back({.name = target.name,
                              .known = true,
                              .p_WT = target.start.p,
                              .turned = true,
                              .theta_WT = target.start.theta});
  }
  return places;
}

}  // namespace

RunRecord predicted_record(const ExperimentPlan& plan) {
  RunRecord record;
  record.config = plan.config;
  record.workspace = plan.workspace;
  const PlanarModel model(plan.config.controller.robot);
  record.any_attitude = any_attitude_annulus(model);
  record.reach = reachable_annulus(model);
  const Phase* capture = first_capture(plan.config.experiment);
  if (capture == nullptr || !plan.preview) return record;
  StateEstimate estimate = estimate_at_start(plan.config);
  const Preview& preview = *plan.preview;
  if (preview.steps.empty()) record.samples.push_back(cycle_at(0.0, estimate, estimate.target.p_WT));
  for (const PreviewStep& step : preview.steps) {
    estimate.robot = step.robot;
    estimate.p_WE = step.p_WE;
    estimate.p_WG = step.p_WG;
    estimate.target.p_WT = step.p_WT;
    record.samples.push_back(cycle_at(step.time, estimate, preview.meeting.value_or(step.p_WT)));
  }
  if (!plan.config.sim.more_targets.empty())
    record.targets.assign(record.samples.size(), places_at_start(plan.config, *capture));
  PhaseResult result{*capture};
  result.end = record.samples.back().output.now;
  result.verdict = preview.status == Preview::Status::kRefused ? Verdict::kFailed : Verdict::kPassed;
  record.phases.push_back(result);
  return record;
}

}  // namespace freefloat
