#include "report/report_html.h"

#include <cmath>
#include <vector>

#include "drawing/number_format.h"
#include "drawing/page.h"
#include "report/link_cards.h"
#include "report/page_script.h"
#include "report/phase_table.h"
#include "report/run_events.h"
#include "report/run_summary.h"
#include "report/table_map.h"
#include "report/time_plots.h"
#include "report/top_view.h"
#include "runtime/planned_hand.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostEvents = 200;

std::string make_header(const RunRecord& record, const RunSummary& summary) {
  const VerdictWords& words = words_of(summary.verdict);
  std::string line = record.config.testbed_name;
  const auto append = [&line](const std::string& part) {
    line += (line.empty() || part.empty() ? "" : " · ") + part;
  };
  append(record.config.controller.robot.name);
  append(record.config.camera.name);
  append("seed " + std::to_string(record.config.sim.seed));
  append(record.started);
  std::string html = "<header><div><div class=\"brand\">Freefloat run report</div>";
  html += element(
      "h1", record.config.experiment.name.empty() ? "Unnamed experiment" : record.config.experiment.name);
  if (!record.config.experiment.description.empty())
    html += element("p", record.config.experiment.description);
  html += "<p class=\"quiet\">" + escape_markup(line) + "</p></div>";
  return html + "<div class=\"verdict " + std::string(words.css_class) + "\">" + std::string(words.headline) +
         "</div></header>\n";
}

std::string make_tiles(const RunRecord& record, const RunSummary& summary) {
  const CaptureNumbers& capture = summary.capture;
  double max_distance = kUnknown;
  double max_speed = kUnknown;
  if (summary.capture_phase) {
    max_distance = record.phases[*summary.capture_phase].max_distance;
    max_speed = record.phases[*summary.capture_phase].max_speed;
  }
  const auto limit = [](double value, std::string_view unit) {
    return std::isfinite(value) ? "limit " + format_short(1e3 * value, 2) + " " + std::string(unit)
                                : std::string();
  };
  const auto at_most = [](double value, int decimals, std::string_view unit) {
    return std::isfinite(value) ? "at most " + format_fixed(value, decimals) + std::string(unit)
                                : "no truth known";
  };
  std::string html = "<dl class=\"tiles\">";
  for (const PhaseResult& phase : record.phases) {
    if (!phase.achieved_turn) continue;
    html += number_tile("Turned", format_fixed(rad_to_deg(phase.achieved_turn->turned), 2), "°",
                        format_fixed(rad_to_deg(phase.achieved_turn->error), 2) + "° off, limit " +
                            format_short(rad_to_deg(phase.turn_tolerance), 2) + "°",
                        std::abs(phase.achieved_turn->error) > phase.turn_tolerance);
  }
  for (const PhaseResult& phase : record.phases) {
    if (!phase.followed) continue;
    const PathNumbers& path = *phase.followed;
    html += number_tile("Hand to path", format_fixed(1e3 * path.rms, 2), "mm RMS", limit(phase.max_rms, "mm"),
                        path.rms > phase.max_rms);
    html += number_tile("At most", format_fixed(1e3 * path.largest, 2), "mm", limit(phase.max_error, "mm"),
                        path.largest > phase.max_error);
    if (std::isfinite(path.truth_rms)) {
      html += number_tile("In truth", format_fixed(1e3 * path.truth_rms, 2), "mm RMS",
                          at_most(1e3 * path.truth_largest, 2, " mm"), path.truth_rms > phase.max_rms);
    }
  }
  if (summary.capture_phase ||
      !(has(record, &PhaseResult::achieved_turn) || has(record, &PhaseResult::followed))) {
    html += number_tile("Capture time", format_fixed(capture.duration, 1), "s", "from the phase’s start");
    html += number_tile(std::isfinite(capture.duration) ? "Distance at capture" : "Distance at the end",
                        format_fixed(1e3 * capture.distance, 1), "mm", limit(max_distance, "mm"),
                        capture.distance > max_distance);
    html += number_tile("Relative speed", format_fixed(1e3 * capture.relative_speed, 1), "mm/s",
                        limit(max_speed, "mm/s"), capture.relative_speed > max_speed);
    if (std::isfinite(capture.straightness)) {
      html += number_tile("Straightness", format_fixed(1e2 * capture.straightness, 1), "%",
                          "deviation over path length");
    }
  }
  if (has_plan_in_time(record)) {
    const PlannedHand planned = compare_with_plan(record.config.controller, record.samples);
    html += number_tile("Hand to plan", format_fixed(1e3 * planned.rms, 2), "mm RMS",
                        at_most(1e3 * planned.largest, 2, " mm"));
  }
  html += number_tile("Hand estimate", format_fixed(1e3 * summary.hand_rms, 2), "mm RMS",
                      at_most(1e3 * summary.hand_max, 2, " mm"));
  html += number_tile("Attitude estimate", format_fixed(rad_to_deg(summary.attitude_rms), 3), "° RMS",
                      at_most(rad_to_deg(summary.attitude_max), 3, "°"));
  html += number_tile("Overruns", std::to_string(summary.overruns), "",
                      "of " + std::to_string(summary.cycles) + " cycles shown", summary.overruns > 0);
  return html + "</dl>\n";
}

/// What stands in the page, but not all of it in the log.
std::string make_log_notice(const RunRecord& record) {
  if (record.log_complete) return {};
  std::uint64_t missing = 0;
  for (const LogGap& gap : record.log_gaps) missing += gap.message_count();
  const std::size_t gaps = record.log_gaps.size();
  return "<section class=\"card\"><h2><span class=\"tag failed\">Log</span> The log is not complete</h2>" +
         element("p", std::to_string(missing) + " messages are missing in " + std::to_string(gaps) + " gap" +
                          (gaps == 1 ? "" : "s") + "; the events below tell when and on which topics.") +
         "</section>\n";
}

std::string make_phase_table(const RunRecord& record) {
  std::string html = "<section class=\"card\"><h2>Phases</h2>";
  if (record.phases.empty()) return html + "<p class=\"quiet\">No phase was run.</p></section>\n";
  html += "<table><thead><tr><th>Phase</th><th>Result</th><th class=\"num\">Time</th></tr></thead><tbody>";
  for (const PhaseResult& phase : record.phases) {
    html += "<tr><td>" + escape_markup(phase.name);
    const std::string numbers = describe_numbers(phase);
    if (!numbers.empty()) html += element("small", numbers);
    if (!phase.reason.empty()) html += element("small", phase.reason);
    const bool skipped = phase.verdict == Verdict::kSkipped;
    const VerdictWords& words = words_of(phase.verdict);
    const std::string word(phase.verdict == Verdict::kFailed ? "failed" : words.phase);
    html += "</td><td><span class=\"tag " + std::string(words.css_class) + "\">" + word + "</span></td>";
    html += "<td class=\"num\">" +
            (skipped ? "–" : format_fixed(to_seconds(phase.end - phase.begin), 1) + " s") + "</td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

std::string make_condition_table(const RunRecord& record) {
  if (record.conditions.empty()) return {};
  std::string html = "<section class=\"card\"><h2>Conditions</h2><table><tbody>";
  for (const ConditionResult& condition : record.conditions) {
    const VerdictWords& words = words_of(condition.holds ? Verdict::kPassed : Verdict::kFailed);
    html += "<tr><td><code>" + escape_markup(condition.text) + "</code>" +
            element("small", describe_value(condition)) + "</td><td><span class=\"tag " +
            std::string(words.css_class) + "\">" + (condition.holds ? "holds" : "fails") +
            "</span></td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

std::string make_event_list(const RunRecord& record) {
  const std::vector<RunEvent> events = collect_events(record);
  std::string html = "<section class=\"card\"><h2>Events</h2>";
  if (events.empty()) return html + "<p class=\"quiet\">None.</p></section>\n";
  html += "<div class=\"events\"><table><tbody>";
  for (std::size_t i = 0; i < events.size() && i < kMostEvents; ++i) {
    html += events[i].bad ? "<tr class=\"bad\">" : "<tr>";
    html += "<td class=\"num\">" + format_fixed(to_seconds(events[i].time), 2) + " s</td>" +
            element("td", events[i].text) + "</tr>";
  }
  html += "</tbody></table></div>";
  if (events.size() > kMostEvents) {
    html += "<p class=\"quiet\">" + std::to_string(events.size() - kMostEvents) + " more in the log.</p>";
  }
  return html + "</section>\n";
}

/// What the workspace in the top view means, in numbers.
std::string describe_workspace(const RunRecord& record) {
  const auto range = [](double inner, double outer) {
    return format_fixed(inner, 3) + " to " + format_fixed(outer, 3) + " m from the mass centre";
  };
  if (record.config.controller.robot.joint_count() > 2) {
    if (!(record.reach.outer > 0.0)) return "";
    std::string text = " The hand reaches " + range(record.reach.inner, record.reach.outer);
    if (!record.any_attitude.empty())
      text += ", and at any attitude " + range(record.any_attitude.inner, record.any_attitude.outer);
    return text +
           ". Singular postures are single ones at each distance: more than two joints lead past them.";
  }
  if (!(record.workspace.outer > record.workspace.inner)) return "";
  return " No posture is singular " + range(record.workspace.inner, record.workspace.outer) + ".";
}

std::string make_top(const RunRecord& record) {
  const std::string motion = make_motion_data(record);
  // The player stands above the picture: it is seen as soon as the picture is.
  std::string html =
      "<div class=\"top\"><section class=\"card\"><div class=\"bar\"><h2>Top view</h2><div class=\"player\" "
      "id=\"player\" hidden><button type=\"button\">Play</button><input type=\"range\" aria-label=\"Time in "
      "the run\"><output>0.0 s</output></div></div><figure><div class=\"scroll whole\">" +
      draw_top_view(record, false) + "</div>";
  html +=
      element("figcaption",
              "Robot at equal times, fading in; the last pose in full ink. The workspace is drawn about the "
              "mass centre at the end of the motion." +
                  describe_workspace(record)) +
      "</figure></section>\n";
  html += "<div class=\"side\">" + make_phase_table(record) + make_condition_table(record) +
          make_event_list(record) + "</div></div>\n";
  return html + "<script type=\"application/json\" id=\"motion\">" + motion + "</script>\n";
}

std::string make_origin(const RunRecord& record) {
  std::string html = "<section class=\"card\"><h2>Run it again</h2>";
  if (!record.command.empty()) html += "<pre><code>" + escape_markup(record.command) + "</code></pre>";
  html += "<dl class=\"facts\">";
  const auto fact = [&html](std::string_view name, const std::string& value) {
    if (!value.empty()) html += element("dt", name) + element("dd", value);
  };
  fact("Seed", std::to_string(record.config.sim.seed));
  fact("Build", record.build_id);
  fact("Log",
       record.log_path.empty() || record.log_complete ? record.log_path : record.log_path + ", not complete");
  std::string files;
  for (const ConfigSource& source : record.config.sources) {
    const bool is_setting = source.path == "--set";
    files += (files.empty() ? "<dt>Configuration</dt><dd>" : "<br>") +
             escape_markup(is_setting ? "--set " + source.text : source.path);
  }
  if (!files.empty()) html += files + "</dd>";
  return html + "</dl></section>\n";
}

std::string make_cards(const RunRecord& record, const RunSummary& summary) {
  std::string html = "<div class=\"plots\">";
  for (const Figure& figure : draw_time_plots(record, summary)) {
    // Where nothing is to draw, the caption says why.
    html += !figure.svg.empty()
                ? figure_card(figure, figure.over_time)
                : "<section class=\"card\">" + element("h2", figure.heading) + "<p class=\"quiet\">" +
                      escape_markup(figure.caption) + "</p></section>\n";
  }
  return html + make_origin(record) + make_link_card(record) + make_marker_path_cards(record) + "</div>\n";
}

}  // namespace

std::string make_report(const RunRecord& record) {
  const RunSummary summary = summarize_run(record);
  return make_page((record.config.experiment.name.empty() ? "Run" : record.config.experiment.name) +
                       " – Freefloat run report",
                   make_header(record, summary) + make_log_notice(record) + make_tiles(record, summary) +
                       make_top(record) + make_cards(record, summary),
                   page_script());
}

tl::expected<void, std::string> write_report(const RunRecord& record, const std::filesystem::path& path) {
  return write_page(make_report(record), path);
}

tl::expected<void, std::string> write_top_view(const RunRecord& record, const std::filesystem::path& path) {
  return write_page(draw_top_view(record, true), path);
}

}  // namespace freefloat
