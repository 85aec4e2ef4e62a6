#include "planning/experiment_plan.h"

#include <algorithm>

#include "campaign/draw_case.h"
#include "config/load/load_experiment.h"

namespace freefloat {

namespace {

std::string why_not_predicted(const Experiment& experiment) {
  if (first_capture(experiment) == nullptr)
    return "it captures nothing; the quick runs tell how its phases end";
  return "the arm moves before the capture begins; the quick runs tell";
}

}  // namespace

ExperimentPlan make_plan(const std::string& experiment, const std::vector<std::string>& settings,
                         const PlanOptions& options, const Work& work) {
  ExperimentPlan plan;
  plan.config = load_experiment(experiment, settings);
  plan.captures = scene_kind(plan.config.experiment) != SceneKind::kNoCapture;
  const ControlSetup setup = setup_for_capture(plan.config.controller, plan.config.experiment);
  plan.workspace = setup.workspace;
  if (arm_rests_until_capture(plan.config.experiment)) {
    plan.preview = preview_capture(setup, plan.config.experiment, estimate_at_start(plan.config));
    plan.tilt = find_tilt_effect(plan.config, plan.workspace, *plan.preview);
  } else {
    plan.unpredicted = why_not_predicted(plan.config.experiment);
  }
  plan.runs = run_quickly(plan.config, options.runs, work, "quick runs");
  if (options.suggest && plan.preview && !work.stopped() && plan.runs.share.value() < kGoodEnough) {
    plan.suggested = true;
    plan.suggestions = find_suggestions(experiment, settings, plan.config, setup, work);
  }
  if (!options.maps || !plan.captures) return plan;
  for (const MapKind kind : {MapKind::kStanding, MapKind::kMoving}) {
    if (work.stopped()) break;
    MapOptions size = options.map;
    if (kind == MapKind::kMoving) size.rows = std::max(2, options.map.rows / 3);
    plan.maps.push_back(make_capture_map(kind, plan.config, setup, size, work));
  }
  return plan;
}

std::vector<std::string> describe_prediction(const ExperimentPlan& plan) {
  if (!plan.preview) return {plan.unpredicted};
  std::vector<std::string> lines{describe_preview(*plan.preview, plan.config.experiment)};
  if (plan.tilt) {
    const std::string tilt = describe_tilt(*plan.tilt);
    if (!tilt.empty()) lines.push_back(tilt);
  }
  return lines;
}

}  // namespace freefloat
