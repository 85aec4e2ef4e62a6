#include "app/output/plan_output.h"

#include <cmath>
#include <utility>

#include "app/output/add_line.h"
#include "campaign/campaign_page.h"
#include "planning/plan_page.h"
#include "report/run_summary.h"
#include "types/angle.h"

namespace freefloat {

namespace {

nlohmann::json number(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

nlohmann::json point(const Vector2& p) {
  return nlohmann::json::array({number(p.x()), number(p.y())});
}

nlohmann::json interval_json(const Share& share) {
  const Interval interval = wilson_interval(share);
  return nlohmann::json::array({interval.low, interval.high});
}

nlohmann::json preview_json(const Preview& preview) {
  constexpr std::array<const char*, 3> kStatus{"good", "near_edge", "refused"};
  nlohmann::json json{{"status", kStatus[static_cast<std::size_t>(preview.status)]}, {"text", preview.text}};
  if (preview.steps.empty()) return json;
  json["capture_time_s"] = preview.seconds;
  json["smallest_sigma_m"] = number(preview.smallest_sigma);
  json["rate_margin"] = number(preview.rate_margin);
  json["edge_margin_m"] = number(preview.edge_margin);
  if (preview.meeting) json["meeting_m"] = point(*preview.meeting);
  if (preview.approach) {
    json["approach_error_deg"] = number(rad_to_deg(preview.approach->way_error));
    if (preview.approach->hand_turned)
      json["hand_angle_error_deg"] = number(rad_to_deg(preview.approach->hand_error));
  }
  nlohmann::json& steps = json["steps"] = nlohmann::json::array();
  for (const PreviewStep& step : preview.steps) {
    nlohmann::json joints = nlohmann::json::array();
    for (const double joint : step.robot.joints) joints.push_back(joint);
    steps.push_back({{"time_s", step.time},
                     {"hand_m", point(step.p_WE)},
                     {"target_m", point(step.p_WT)},
                     {"mass_centre_m", point(step.p_WG)},
                     {"attitude_rad", step.robot.theta_WB},
                     {"joints_rad", joints},
                     {"sigma_m", number(step.sigma_min)},
                     {"rate_share", number(step.rate_share)},
                     {"edge_distance_m", number(step.edge_distance)}});
  }
  return json;
}

nlohmann::json runs_json(const QuickRuns& runs) {
  nlohmann::json causes = nlohmann::json::array();
  for (const auto& [cause, count] : runs.causes) causes.push_back({{"cause", cause}, {"runs", count}});
  nlohmann::json json{{"runs", runs.share.counted},        {"successes", runs.share.good},
                      {"share", runs.share.value()},       {"interval", interval_json(runs.share)},
                      {"probability", runs.probability()}, {"causes", causes}};
  if (runs.times.empty()) return json;
  json["capture_time_median_s"] = quantile(runs.times, 0.5);
  json["capture_time_90_percent_s"] =
      nlohmann::json::array({quantile(runs.times, 0.05), quantile(runs.times, 0.95)});
  return json;
}

nlohmann::json map_json(const CaptureMap& map) {
  const bool standing = map.kind == MapKind::kStanding;
  nlohmann::json cells = nlohmann::json::array();
  for (const MapCell& cell : map.cells) {
    if (!cell.possible) continue;
    nlohmann::json json{{standing ? "x_m" : "direction_deg", cell.x},
                        {standing ? "y_m" : "speed_m_s", cell.y},
                        {"predicted", cell.predicted}};
    if (cell.predicted) {
      json["capture_time_s"] = cell.seconds;
      json["runs"] = cell.runs.counted;
      json["successes"] = cell.runs.good;
    }
    if (!cell.why.empty()) json["why"] = cell.why;
    cells.push_back(std::move(json));
  }
  nlohmann::json reasons = nlohmann::json::array();
  for (const auto& [reason, count] : reasons_of(map))
    reasons.push_back({{"why", reason}, {"targets", count}});
  return {{"targets", standing ? "standing" : "moving"}, {"reasons", reasons}, {"cells", cells}};
}

void add_named(std::string& text, std::string_view name, const std::string& words) {
  add_line(text, "{:<20}{}", name, words);
}

void add_runs(std::string& text, const ExperimentPlan& plan) {
  const QuickRuns& runs = plan.runs;
  add_named(text, "with noise", describe_runs(plan));
  add_line(text, "{:<20}{:.3f}", "probability", runs.probability());
  if (!runs.times.empty()) {
    add_line(text, "{:<20}median {:.1f} s, 90 % {:.1f} to {:.1f} s", "capture time",
             quantile(runs.times, 0.5), quantile(runs.times, 0.05), quantile(runs.times, 0.95));
  }
  for (const auto& [cause, count] : runs.causes) add_line(text, "{:<20}{} x {}", "failed", count, cause);
}

std::string share_words(const Share& share) {
  return fmt::format("{} of {}", share.good, share.counted);
}

}  // namespace

std::string plan_text(const ExperimentPlan& plan, const std::string& command) {
  std::string text;
  add_line(text, "{} on {}, seed {}: predicted, nothing moves", plan.config.experiment.name,
           plan.config.testbed_name, plan.config.sim.seed);
  std::string_view name = "without noise";
  for (const std::string& line : describe_prediction(plan)) add_named(text, std::exchange(name, ""), line);
  add_runs(text, plan);
  if (plan.suggested && plan.suggestions.empty())
    add_named(text, "instead", "nothing that was tried works: start postures, waiting, speeds, places");
  for (const Suggestion& suggestion : plan.suggestions) {
    add_named(text, "instead",
              suggestion.alternative.words + ": captured in " + share_text(suggestion.runs.share));
    add_named(text, "", command + " " + suggestion_options(suggestion.alternative));
  }
  for (const CaptureMap& map : plan.maps) {
    const bool standing = map.kind == MapKind::kStanding;
    add_named(text, standing ? "standing targets" : "moving targets",
              share_words(captured_share(map)) +
                  (standing ? " places on the table" : " velocities from the target's place") +
                  " are captured from here");
    for (const auto& [reason, count] : reasons_of(map)) add_line(text, "{:20}{} x {}", "", count, reason);
  }
  return text;
}

nlohmann::json plan_json(const ExperimentPlan& plan) {
  nlohmann::json json{{"experiment", plan.config.experiment.name},
                      {"testbed", plan.config.testbed_name},
                      {"seed", plan.config.sim.seed},
                      {"text", describe_prediction(plan)},
                      {"workspace_m", nlohmann::json::array({plan.workspace.inner, plan.workspace.outer})},
                      {"with_noise", runs_json(plan.runs)}};
  if (plan.preview) json["without_noise"] = preview_json(*plan.preview);
  if (plan.tilt && plan.tilt->tilt > 0.0) {
    json["tilt"] = {{"tilt_g", plan.tilt->tilt},
                    {"robot_drift_m", plan.tilt->robot_drift},
                    {"target_drift_m", plan.tilt->relative_drift},
                    {"target_leaves_after_s", number(plan.tilt->time_to_leave)}};
  }
  nlohmann::json& suggestions = json["suggestions"] = nlohmann::json::array();
  for (const Suggestion& suggestion : plan.suggestions) {
    suggestions.push_back({{"text", suggestion.alternative.words},
                           {"settings", suggestion.alternative.settings},
                           {"with_noise", runs_json(suggestion.runs)}});
  }
  if (plan.maps.empty()) return json;
  nlohmann::json& maps = json["maps"] = nlohmann::json::array();
  for (const CaptureMap& map : plan.maps) maps.push_back(map_json(map));
  return json;
}

std::string judgement_text(const PlanJudgement& judgement) {
  std::string text;
  Share all;
  for (const JudgedCase& judged : judgement.cases) {
    all.counted += 1;
    all.good += judged.success ? 1 : 0;
    if (!judged.success)
      add_line(text, "  seed {}  predicted {:.3f}  {}", judged.seed, judged.predicted.probability(),
               judged.cause);
  }
  add_named(text, "succeeded", share_text(all));
  add_named(text, "misses foretold",
            share_words(judgement.misses_foretold) + " with a probability below 0.5");
  add_named(text, "sure", share_text(judgement.sure_kept) + " of predictions above 0.95 kept");
  add_line(text, "{:<20}{:.5f}; always the overall share: {:.5f}", "Brier score", judgement.brier,
           judgement.brier_of_share);
  for (const ReliabilityBin& bin : judgement.reliability) {
    if (bin.observed.counted > 0)
      add_line(text, "{:20}predicted {:.2f} to {:.2f}, mean {:.3f}: {}", "", bin.low, bin.high, bin.mean,
               share_text(bin.observed));
  }
  return text;
}

nlohmann::json judgement_json(const PlanJudgement& judgement) {
  nlohmann::json cases = nlohmann::json::array();
  for (const JudgedCase& judged : judgement.cases) {
    nlohmann::json json{{"seed", judged.seed},
                        {"probability", judged.predicted.probability()},
                        {"runs", judged.predicted.share.counted},
                        {"successes", judged.predicted.share.good},
                        {"success", judged.success}};
    if (!judged.success) json["cause"] = judged.cause;
    cases.push_back(std::move(json));
  }
  const auto share = [](const Share& counted) {
    return nlohmann::json{{"good", counted.good}, {"counted", counted.counted}};
  };
  return {{"cases", cases},
          {"brier_score", judgement.brier},
          {"brier_score_of_share", judgement.brier_of_share},
          {"misses_foretold", share(judgement.misses_foretold)},
          {"sure_kept", share(judgement.sure_kept)}};
}

}  // namespace freefloat
