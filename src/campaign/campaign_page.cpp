#include "campaign/campaign_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "campaign/bound_plot.h"
#include "campaign/campaign_plots.h"
#include "campaign/causes.h"
#include "campaign/influence.h"
#include "campaign/sampling.h"
#include "config/files/csv_line.h"
#include "drawing/number_format.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostCauses = 20;
constexpr std::size_t kMostParameters = 12;
constexpr std::size_t kMostPaired = 3;  // keys, each with each

/// What counts of one arm, by sample.
struct ArmRows {
  std::vector<std::uint64_t> samples;
  std::vector<bool> good;
  std::vector<Row> failures;
  Share share;
  std::uint64_t invalid = 0;
};

std::string percent(double share) {
  return fmt::format("{:.1f}", 100.0 * share);
}

std::string interval_text(const Interval& interval) {
  return percent(interval.low) + " to " + percent(interval.high);
}

/// On a narrow screen a row becomes a block, and each number brings its column's name.
std::string number_cell(std::string_view column, std::string_view text) {
  return "<td class=\"num\" data-label=\"" + escape_markup(column) + "\">" + escape_markup(text) + "</td>";
}

/// @param columns Their headings; all but the first hold numbers.
std::string table_head(std::initializer_list<std::string_view> columns) {
  std::string html = "<table class=\"study\"><thead><tr>";
  bool first = true;
  for (const std::string_view column : columns) {
    html += (first ? "<th>" : "<th class=\"num\">") + escape_markup(column) + "</th>";
    first = false;
  }
  return html + "</tr></thead><tbody>";
}

std::vector<ArmRows> read_arms(const Campaign& campaign, const ResultsFile& results) {
  std::vector<ArmRows> arms(campaign.arms.size());
  results.for_each([&](const Row& row) {
    ArmRows& arm = arms[row.arm];
    if (row.outcome == Outcome::kInvalid) {
      ++arm.invalid;
      return;
    }
    const bool good = row.outcome == Outcome::kSuccess;
    arm.samples.push_back(row.sample);
    arm.good.push_back(good);
    arm.share.counted += 1;
    arm.share.good += good ? 1 : 0;
    if (!good) arm.failures.push_back(row);
  });
  return arms;
}

/// The numbers drawn for one key; empty when it is drawn from words.
std::vector<double> drawn_numbers(const Campaign& campaign, std::size_t draw,
                                  const std::vector<std::uint64_t>& samples) {
  std::vector<double> numbers;
  for (const std::uint64_t sample : samples) {
    const auto number = csv_number(draw_sample(campaign, sample)[draw]);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

std::string cause_table(const ArmRows& arm) {
  std::vector<std::string> all;
  for (const Row& row : arm.failures) all.push_back(row.cause);
  const auto causes = count_causes(all);
  std::string html = "<section class=\"card long\"><h2>Why samples failed</h2>";
  if (causes.empty()) return html + "<p>None did.</p></section>\n";
  html += table_head({"Cause", "Samples", "Share, %", "95 %"});
  for (std::size_t i = 0; i < std::min(causes.size(), kMostCauses); ++i) {
    const Share share{causes[i].second, arm.share.counted};
    html += "<tr>" + element("td", causes[i].first) + number_cell("Samples", std::to_string(share.good)) +
            number_cell("Share, %", percent(share.value())) +
            number_cell("95 %", interval_text(wilson_interval(share))) + "</tr>";
  }
  return html + "</tbody></table></section>\n";
}

using RankedDraws = std::vector<std::pair<Influence, std::size_t>>;

/// @return The draws of numbers, the most influential first.
RankedDraws rank_draws(const ArmRows& arm, const std::vector<std::vector<double>>& numbers) {
  RankedDraws ranked;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i].empty()) ranked.emplace_back(first_order_index(numbers[i], arm.good), i);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first.index > b.first.index; });
  return ranked;
}

std::string influence_table(const Campaign& campaign, const RankedDraws& ranked) {
  if (ranked.empty()) return {};
  std::string html =
      "<section class=\"card long\"><h2>Which parameters matter</h2><p>Share of the outcome's variance that "
      "goes with each alone (Sobol index of first order).</p>" +
      table_head({"Parameter", "Index, %", "95 %"});
  for (const auto& [influence, draw] : ranked) {
    html += "<tr>" + element("td", campaign.draws[draw].key) +
            number_cell("Index, %", format_fixed(100.0 * influence.index, 1)) +
            number_cell("95 %", format_fixed(100.0 * influence.interval.low, 1) + " to " +
                                    format_fixed(100.0 * influence.interval.high, 1)) +
            "</tr>";
  }
  return html + "</tbody></table></section>\n";
}

PairedCounts pair_arms(const ArmRows& first, const ArmRows& second) {
  PairedCounts counts;
  std::size_t j = 0;
  for (std::size_t i = 0; i < first.samples.size(); ++i) {
    while (j < second.samples.size() && second.samples[j] < first.samples[i]) ++j;
    if (j >= second.samples.size() || second.samples[j] != first.samples[i]) continue;
    const bool a = first.good[i];
    const bool b = second.good[j];
    ++(a ? (b ? counts.both : counts.first_only) : (b ? counts.second_only : counts.neither));
  }
  return counts;
}

std::string arm_table(const Campaign& campaign, const std::vector<ArmRows>& arms) {
  if (arms.size() < 2) return {};
  const std::string others = "Only " + campaign.arms[0].name + " / only this";
  std::string html =
      "<section class=\"card long\"><h2>Arms, on the same samples</h2>" +
      table_head({"Arm", "Success, %", "95 %", "Difference, points", "95 % of it", others, "p (McNemar)"});
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const PairedCounts counts = pair_arms(arms[0], arms[i]);
    const PairedComparison pair = compare_pairs(counts);
    const auto compared = [&](std::string_view column, const std::string& text) {
      return number_cell(column, i == 0 ? "–" : text);
    };
    const Arm& arm = campaign.arms[i];
    html += "<tr>" + element("td", arm.name + (arm.program.empty() ? "" : ", freefloat " + arm.version)) +
            number_cell("Success, %", percent(arms[i].share.value())) +
            number_cell("95 %", interval_text(wilson_interval(arms[i].share))) +
            compared("Difference, points", fmt::format("{:+.1f}", 100.0 * pair.difference)) +
            compared("95 % of it", fmt::format("{:+.1f} to {:+.1f}", 100.0 * pair.interval.low,
                                               100.0 * pair.interval.high)) +
            compared(others, fmt::format("{} / {}", counts.first_only, counts.second_only)) +
            compared("p (McNemar)", fmt::format("{:.2g}", pair.p_value)) + "</tr>";
  }
  return html + "</tbody></table></section>\n";
}

/// What is known of one arm: its failures first, then what they depend on.
std::string page_of_arm(const Campaign& campaign, const ArmRows& arm, std::size_t number,
                        const std::string& command, const DrawFailures& draw_failures) {
  const auto id = [&](const std::string& name) { return fmt::format("{}-arm{}", name, number + 1); };
  std::string html;
  if (campaign.arms.size() > 1)
    html += "<h2 id=\"" + id("of") + "\">Arm " + escape_markup(campaign.arms[number].name) + "</h2>\n";
  if (arm.share.counted == 0) return html + "<section class=\"card\"><p>No sample counts.</p></section>\n";
  std::vector<std::vector<double>> numbers;
  for (std::size_t i = 0; i < campaign.draws.size(); ++i)
    numbers.push_back(drawn_numbers(campaign, i, arm.samples));
  const RankedDraws ranked = rank_draws(arm, numbers);
  html += cause_table(arm) + failure_section(campaign, arm.failures, command, draw_failures) +
          influence_table(campaign, ranked) + "<div class=\"plots\">" +
          figure_card(draw_cumulative(id("cumulative"), arm.good), false);
  for (std::size_t i = 0; i < std::min(numbers.size(), kMostParameters); ++i) {
    if (!numbers[i].empty())
      html += figure_card(
          draw_parameter(id("parameter-" + std::to_string(i)), campaign.draws[i], numbers[i], arm.good),
          false);
  }
  for (std::size_t j = 1; j < std::min(ranked.size(), kMostPaired); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::size_t a = ranked[i].second, b = ranked[j].second;
      html += figure_card(draw_pair(id(fmt::format("pair-{}-{}", a, b)), campaign.draws[a], campaign.draws[b],
                                    numbers[a], numbers[b], arm.good),
                          false);
    }
  }
  return html + "</div>\n";
}

}  // namespace

std::string share_text(const Share& share) {
  return fmt::format("{} of {} ({} %; 95 %: {} %)", share.good, share.counted, percent(share.value()),
                     interval_text(wilson_interval(share)));
}

std::string make_campaign_page(const Campaign& campaign, const ResultsFile& results,
                               const std::string& command, const DrawFailures& draw_failures) {
  const std::vector<ArmRows> arms = read_arms(campaign, results);
  const ArmRows& first = arms.front();
  std::string body = "<header><div><div class=\"brand\">Freefloat campaign</div>" +
                     element("h1", campaign.name) + element("p", campaign.description) +
                     "</div></header>\n<dl class=\"tiles\">";
  body += number_tile("Success" + (arms.size() > 1 ? ", arm " + campaign.arms[0].name : ""),
                      percent(first.share.value()), "%",
                      "95 %: " + interval_text(wilson_interval(first.share)) + " %");
  body += number_tile("Samples", std::to_string(first.share.counted), "", "");
  body += number_tile("Failures", std::to_string(first.failures.size()), "", "", !first.failures.empty());
  body +=
      number_tile("Worlds that the files do not permit", std::to_string(first.invalid), "", "not counted");
  body += "</dl>\n<div class=\"side\">" + arm_table(campaign, arms);
  if (const auto figure = draw_times_the_bound(campaign, results))
    body += "<div class=\"plots\">" + figure_card(*figure, false) + "</div>\n";
  for (std::size_t i = 0; i < arms.size(); ++i)
    body += page_of_arm(campaign, arms[i], i, command, draw_failures);
  body += "<section class=\"card\"><h2>Again</h2>" + element("pre", command) + "</section></div>\n";
  return make_page(campaign.name + " – Freefloat campaign", body, {});
}

}  // namespace freefloat
