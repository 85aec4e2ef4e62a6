#include "planning/plan_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign/campaign_page.h"
#include "drawing/number_format.h"
#include "drawing/page.h"
#include "drawing/plot.h"
#include "planning/map_plots.h"
#include "planning/predicted_record.h"
#include "report/run_summary.h"
#include "report/top_view.h"
#include "types/angle.h"

namespace freefloat {

namespace {

std::string percent(double share) {
  return fmt::format("{:.1f}", 100.0 * share);
}

/// How the whole is expected to end, in a word and its colour.
std::pair<std::string_view, std::string_view> verdict_of(const ExperimentPlan& plan) {
  if (plan.runs.share.value() >= kGoodEnough) return {"passed", "Likely to succeed"};
  if (plan.runs.share.value() >= 0.5) return {"stopped", "Uncertain"};
  return {"failed", "Likely to fail"};
}

std::string make_header(const ExperimentPlan& plan) {
  const auto [css_class, words] = verdict_of(plan);
  const RunConfig& config = plan.config;
  return "<header><div><div class=\"brand\">Freefloat plan</div>" + element("h1", config.experiment.name) +
         element("p", config.experiment.description) + "<p class=\"quiet\">" +
         escape_markup(config.testbed_name + " · " + config.controller.robot.name + " · seed " +
                       std::to_string(config.sim.seed)) +
         "</p></div><div class=\"verdict " + std::string(css_class) + "\">" + std::string(words) +
         "</div></header>\n";
}

std::string make_tiles(const ExperimentPlan& plan) {
  const Interval interval = wilson_interval(plan.runs.share);
  std::string html = "<dl class=\"tiles\">";
  html += number_tile("Success, with noise", percent(plan.runs.share.value()), "%",
                      fmt::format("95 %: {} to {} %, {} quick runs", percent(interval.low),
                                  percent(interval.high), plan.runs.share.counted),
                      plan.runs.share.value() < kGoodEnough);
  const auto time_at = [&](double share) { return quantile(plan.runs.times, share); };
  if (!plan.runs.times.empty()) {
    html += number_tile("Time, with noise", format_fixed(time_at(0.5), 1), "s",
                        fmt::format("90 %: {:.1f} to {:.1f} s", time_at(0.05), time_at(0.95)));
  }
  if (!plan.preview || plan.preview->steps.empty()) return html + "</dl>\n";
  const Preview& preview = *plan.preview;
  html += number_tile("Time, without", format_fixed(preview.seconds, 1), "s", "from the phase’s start");
  html += number_tile("Smallest singular value", format_fixed(preview.smallest_sigma, 3), "m",
                      "damped below " + format_short(plan.config.controller.singularity_threshold, 2) + " m");
  html += number_tile("Joint rates to spare", format_fixed(100.0 * std::max(0.0, preview.rate_margin), 0),
                      "%", "of their limit");
  html += number_tile("Edge to spare", format_fixed(1e3 * preview.edge_margin, 0), "mm",
                      "hand to the workspace’s edge");
  if (preview.approach) {
    html += number_tile("Approach", format_fixed(std::abs(rad_to_deg(preview.approach->way_error)), 1), "°",
                        preview.approach->hand_turned
                            ? fmt::format("off approach_deg; hand turned {:.1f}° off",
                                          std::abs(rad_to_deg(preview.approach->hand_error)))
                            : std::string("off approach_deg, at most"));
  }
  return html + "</dl>\n";
}

std::string make_prediction_card(const ExperimentPlan& plan) {
  std::string html = "<section class=\"card\"><h2>Without noise</h2>";
  for (const std::string& line : describe_prediction(plan)) html += element("p", line);
  return html + "</section>\n";
}

/// @return A card's end: how often each is there.
std::string count_table(const std::string& what, const std::string& of,
                        const std::vector<std::pair<std::string, std::uint64_t>>& counts) {
  std::string html =
      "<table><thead><tr>" + element("th", what) + "<th class=\"num\">" + of + "</th></tr></thead><tbody>";
  for (const auto& [each, count] : counts)
    html += "<tr>" + element("td", each) + "<td class=\"num\">" + std::to_string(count) + "</td></tr>";
  return html + "</tbody></table></section>\n";
}

std::string make_cause_card(const ExperimentPlan& plan) {
  std::string html = "<section class=\"card\"><h2>With noise</h2>" + element("p", describe_runs(plan));
  if (plan.runs.causes.empty()) return html + "</section>\n";
  return html + count_table("Cause of failure", "Runs", plan.runs.causes);
}

std::string make_suggestion_card(const ExperimentPlan& plan) {
  if (!plan.suggested) return {};
  std::string html = "<section class=\"card\"><h2>What would work instead</h2>";
  if (plan.suggestions.empty())
    return html + "<p>Nothing that was tried: start postures, waiting, speeds, places.</p></section>\n";
  html += "<table><tbody>";
  for (const Suggestion& suggestion : plan.suggestions) {
    html += "<tr><td>" + escape_markup(suggestion.alternative.words) + "<small>" +
            escape_markup(share_text(suggestion.runs.share)) + "</small>" +
            element("code", suggestion_options(suggestion.alternative)) + "</td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

PlotPanel panel(const Preview& preview, std::string title, std::string unit, int colour,
                double (*read)(const PreviewStep&)) {
  PlotPanel result{.title = std::move(title), .unit = std::move(unit)};
  result.series.push_back({.colour = colour, .values = values_of(preview.steps, read)});
  return result;
}

/// A legend for paper and for fingers, which have no pointer.
std::string make_reason_card(const CaptureMap& map) {
  const auto reasons = reasons_of(map);
  if (reasons.empty()) return {};
  const bool standing = map.kind == MapKind::kStanding;
  return std::string("<section class=\"card\"><h2>Why ") + (standing ? "standing" : "moving") +
         " targets are refused or missed</h2>" + count_table("Reason", "Targets", reasons);
}

Figure draw_margins(const ExperimentPlan& plan) {
  const Preview& preview = *plan.preview;
  TimePlot plot = plot_over(values_of(preview.steps, &PreviewStep::time), "margins", "Margins on the way",
                            "Singular value, joint rates and distance to the workspace's edge over time.");
  PlotPanel sigma = panel(preview, "Smallest singular value", "m", 1,
                          [](const PreviewStep& step) { return step.sigma_min; });
  sigma.include = std::pair(0.0, plan.config.controller.singularity_threshold);
  sigma.levels.push_back({plan.config.controller.singularity_threshold, "damping", 0});
  PlotPanel rates = panel(preview, "Fastest joint, share of its limit", "%", 2,
                          [](const PreviewStep& step) { return 100.0 * step.rate_share; });
  rates.include = std::pair(0.0, 100.0);
  rates.levels.push_back({100.0, "limit", 0});
  PlotPanel edge = panel(preview, "Hand to the workspace's edge", "mm", 3,
                         [](const PreviewStep& step) { return 1e3 * step.edge_distance; });
  edge.include = std::pair(0.0, 10.0);
  plot.panels = {sigma, rates, edge};
  return {"Margins on the way", "Predicted without noise.", draw_time_plot(plot)};
}

Figure draw_times(const ExperimentPlan& plan) {
  const Histogram histogram{.id = "times",
                            .title = "Time to the capture, quick runs",
                            .description = "How many quick runs captured after which time.",
                            .unit = "s",
                            .values = plan.runs.times};
  return {"Time to the capture", "Counts on a logarithmic scale; with noise.", draw_histogram(histogram),
          false};
}

std::string make_top(const ExperimentPlan& plan) {
  const RunRecord record = predicted_record(plan);
  std::string html =
      "<div class=\"top\"><section class=\"card\"><div class=\"bar\"><h2>Predicted path</h2></div>";
  html += "<figure><div class=\"scroll whole\">" + draw_top_view(record, false) + "</div>" +
          element("figcaption",
                  "Without noise, on a level table; the estimates are what is predicted. Robot at equal "
                  "times, the last pose in full ink.") +
          "</figure></section>\n<div class=\"side\">";
  return html + make_prediction_card(plan) + make_cause_card(plan) + make_suggestion_card(plan) +
         "</div></div>\n";
}

}  // namespace

std::string suggestion_options(const Alternative& alternative) {
  std::string text;
  for (const std::string& setting : alternative.settings)
    text += (text.empty() ? "" : " ") + ("--set '" + setting + "'");
  return text;
}

std::string describe_runs(const ExperimentPlan& plan) {
  return std::string(plan.captures ? "captured in " : "passed in ") + share_text(plan.runs.share) +
         " quick runs";
}

std::string make_plan_page(const ExperimentPlan& plan, const std::string& command) {
  std::string body = make_header(plan) + make_tiles(plan) + make_top(plan) + "<div class=\"plots\">";
  if (plan.preview && plan.preview->steps.size() > 1) body += figure_card(draw_margins(plan), true);
  if (!plan.runs.times.empty()) body += figure_card(draw_times(plan), false);
  for (const CaptureMap& map : plan.maps) body += figure_card(draw_capture_map(map, plan), false);
  body += "</div>\n<div class=\"side\">";
  for (const CaptureMap& map : plan.maps) body += make_reason_card(map);
  body += "<section class=\"card\"><h2>Again</h2>" + element("pre", command) + "</section></div>\n";
  return make_page(plan.config.experiment.name + " – Freefloat plan", body, {});
}

}  // namespace freefloat
