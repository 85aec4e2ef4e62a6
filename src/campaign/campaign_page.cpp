#include "campaign/campaign_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "campaign/influence.h"
#include "campaign/sampling.h"
#include "config/fields/unit.h"
#include "config/files/csv_line.h"
#include "drawing/number_format.h"
#include "drawing/page.h"
#include "drawing/xy_plot.h"

namespace freefloat {

namespace {

constexpr int kBins = 10;
constexpr std::size_t kMostFailures = 20;
constexpr std::size_t kMostParameters = 12;

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

Figure cumulative_figure(const ArmRows& arm) {
  XyPlot plot;
  plot.id = "cumulative";
  plot.title = "Success after so many samples";
  plot.description = "Share of successes over the number of samples, with its 95 % interval.";
  plot.x = {.label = "samples", .scale = AxisScale::kLinear};
  plot.y = {.label = "success, %"};
  XyCurve share{.label = "success", .colour = 1}, low{.label = "95 % interval", .colour = 2},
      high{.colour = 2};
  Share so_far;
  const std::size_t step = std::max<std::size_t>(1, arm.good.size() / 400);
  for (std::size_t i = 0; i < arm.good.size(); ++i) {
    ++so_far.counted;
    so_far.good += arm.good[i] ? 1 : 0;
    if (i % step != 0 && i + 1 != arm.good.size()) continue;
    const Interval interval = wilson_interval(so_far);
    const auto n = static_cast<double>(so_far.counted);
    share.points.emplace_back(n, 100.0 * so_far.value());
    low.points.emplace_back(n, 100.0 * interval.low);
    high.points.emplace_back(n, 100.0 * interval.high);
  }
  plot.curves = {share, low, high};
  const Interval interval = wilson_interval(arm.share);
  return {"Were there enough samples?",
          fmt::format("The interval is {:.1f} percentage points wide; four times the samples halve it.",
                      100.0 * (interval.high - interval.low)),
          draw_xy_plot(plot), false};
}

Figure parameter_figure(const Draw& draw, std::size_t number, const std::vector<double>& x,
                        const std::vector<bool>& good) {
  const bool logarithmic = draw.distribution == Distribution::kLogUniform;
  std::vector<double> fitted = x;
  if (logarithmic) std::transform(x.begin(), x.end(), fitted.begin(), [](double v) { return std::log(v); });
  XyPlot plot;
  plot.id = "parameter-" + std::to_string(number);
  plot.title = draw.key;
  plot.description = "Share of successes over the drawn value, with 95 % intervals and a logistic fit.";
  const std::string_view symbol = unit_of(draw.key).symbol;
  plot.x = {.label = symbol.empty() ? "drawn value" : std::string(symbol),
            .scale = logarithmic ? AxisScale::kLogarithmic : AxisScale::kLinear};
  plot.y = {.label = "success, %", .include = std::pair(0.0, 100.0)};
  XyCurve bars{.label = "95 % interval of a tenth", .colour = 1, .broad = true};
  const auto gap = Vector2::Constant(std::nan(""));
  for (const Bin& bin : bin_shares(x, good, kBins)) {
    const Interval interval = wilson_interval(bin.share);
    bars.points.insert(bars.points.end(),
                       {{bin.middle, 100.0 * interval.low}, {bin.middle, 100.0 * interval.high}, gap});
    plot.marks.push_back({.at = {bin.middle, 100.0 * bin.share.value()}, .colour = 1});
  }
  const LogisticFit fit = fit_logistic(fitted, good);
  XyCurve curve{.label = "logistic fit", .colour = 2};
  const auto [low, high] = std::minmax_element(fitted.begin(), fitted.end());
  for (int i = 0; i <= 100; ++i) {
    const double at = *low + (*high - *low) * i / 100.0;
    curve.points.emplace_back(logarithmic ? std::exp(at) : at, 100.0 * fit.at(at));
  }
  plot.curves = {bars, curve};
  return {draw.key, "Each mark is a tenth of the samples.", draw_xy_plot(plot), false};
}

std::string cause_table(const ArmRows& arm) {
  std::map<std::string, std::uint64_t> counts;
  for (const Row& row : arm.failures) ++counts[row.cause];
  std::vector<std::pair<std::string, std::uint64_t>> causes(counts.begin(), counts.end());
  std::stable_sort(causes.begin(), causes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string html = "<section class=\"card long\"><h2>Why samples failed</h2>";
  if (causes.empty()) return html + "<p>None did.</p></section>\n";
  html +=
      "<table><thead><tr><th>Cause</th><th class=\"num\">Samples</th><th class=\"num\">Share, %</th><th "
      "class=\"num\">95 %</th></tr></thead><tbody>";
  for (std::size_t i = 0; i < std::min(causes.size(), kMostFailures); ++i) {
    const Share share{causes[i].second, arm.share.counted};
    html += "<tr>" + element("td", causes[i].first) + "<td class=\"num\">" + std::to_string(share.good) +
            "</td><td class=\"num\">" + percent(share.value()) + "</td><td class=\"num\">" +
            interval_text(wilson_interval(share)) + "</td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

/// How far a sample is from the middle of what is drawn, in standard deviations of a normal.
double surprise(const Campaign& campaign, std::uint64_t sample) {
  if (campaign.sampling == Sampling::kCsv) return 0.0;
  double sum = 0.0;
  for (const double share : draw_shares(campaign, sample)) sum += std::pow(normal_quantile(share), 2);
  return std::sqrt(sum);
}

std::string failure_table(const Campaign& campaign, const ArmRows& arm, const std::string& command) {
  if (arm.failures.empty()) return {};
  std::vector<std::pair<double, const Row*>> ranked;
  for (const Row& row : arm.failures) ranked.emplace_back(surprise(campaign, row.sample), &row);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string html =
      "<section class=\"card long\"><h2>Failures, the nearest to the middle of the drawn space first</h2>"
      "<table><thead><tr><th>Sample</th><th>Cause, and the command that runs it "
      "again</th></tr></thead><tbody>";
  for (std::size_t i = 0; i < std::min(ranked.size(), kMostFailures); ++i) {
    const Row& row = *ranked[i].second;
    html += "<tr>" + element("td", std::to_string(row.sample)) + "<td>" + escape_markup(row.cause) + "<br>" +
            element("code", sample_command(command, campaign, row)) + "</td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

std::string influence_table(const Campaign& campaign, const ArmRows& arm,
                            const std::vector<std::vector<double>>& numbers) {
  std::vector<std::pair<Influence, std::size_t>> ranked;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i].empty()) ranked.emplace_back(first_order_index(numbers[i], arm.good), i);
  }
  if (ranked.empty()) return {};
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first.index > b.first.index; });
  std::string html =
      "<section class=\"card long\"><h2>Which parameters matter</h2><p>Share of the outcome's variance that "
      "goes "
      "with each alone (Sobol index of first order), in percent.</p><table><thead><tr><th>Parameter</th><th "
      "class=\"num\">Index, %</th><th class=\"num\">95 %</th></tr></thead><tbody>";
  for (const auto& [influence, draw] : ranked) {
    html += "<tr>" + element("td", campaign.draws[draw].key) + "<td class=\"num\">" +
            format_fixed(100.0 * influence.index, 1) + "</td><td class=\"num\">" +
            format_fixed(100.0 * influence.interval.low, 1) + " to " +
            format_fixed(100.0 * influence.interval.high, 1) + "</td></tr>";
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
  std::string html =
      "<section class=\"card long\"><h2>Arms, on the same samples</h2><table><thead><tr><th>Arm</th><th "
      "class=\"num\">Success, %</th><th class=\"num\">95 %</th><th class=\"num\">Difference, points</th><th "
      "class=\"num\">95 %</th><th class=\"num\">Only the first / only this</th><th class=\"num\">p "
      "(McNemar)</th></tr></thead><tbody>";
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const auto number = [&](const std::string& text) {
      html += "<td class=\"num\">" + escape_markup(text) + "</td>";
    };
    html += "<tr>" + element("td", campaign.arms[i].name);
    number(percent(arms[i].share.value()));
    number(interval_text(wilson_interval(arms[i].share)));
    const PairedCounts counts = pair_arms(arms[0], arms[i]);
    const PairedComparison pair = compare_pairs(counts);
    number(i == 0 ? "–" : fmt::format("{:+.1f}", 100.0 * pair.difference));
    number(i == 0 ? "–"
                  : fmt::format("{:+.1f} to {:+.1f}", 100.0 * pair.interval.low, 100.0 * pair.interval.high));
    number(i == 0 ? "–" : fmt::format("{} / {}", counts.first_only, counts.second_only));
    number(i == 0 ? "–" : fmt::format("{:.2g}", pair.p_value));
    html += "</tr>";
  }
  return html + "</tbody></table></section>\n";
}

std::string page_of_arm(const Campaign& campaign, const ArmRows& arm, const std::string& command) {
  std::vector<std::vector<double>> numbers;
  for (std::size_t i = 0; i < campaign.draws.size(); ++i)
    numbers.push_back(drawn_numbers(campaign, i, arm.samples));
  std::string html = cause_table(arm) + influence_table(campaign, arm, numbers) + "<div class=\"plots\">" +
                     figure_card(cumulative_figure(arm), false);
  for (std::size_t i = 0; i < std::min(numbers.size(), kMostParameters); ++i) {
    if (!numbers[i].empty())
      html += figure_card(parameter_figure(campaign.draws[i], i, numbers[i], arm.good), false);
  }
  return html + "</div>\n" + failure_table(campaign, arm, command);
}

}  // namespace

std::string sample_command(const std::string& command, const Campaign& campaign, const Row& row) {
  std::string text = command + " --sample " + std::to_string(row.sample);
  if (campaign.arms.size() > 1) text += " --arm " + campaign.arms[row.arm].name;
  return text;
}

std::string share_text(const Share& share) {
  return fmt::format("{} of {} ({} %; 95 %: {} %)", share.good, share.counted, percent(share.value()),
                     interval_text(wilson_interval(share)));
}

std::string make_campaign_page(const Campaign& campaign, const ResultsFile& results,
                               const std::string& command) {
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
  if (first.share.counted == 0) {
    body += "<section class=\"card\"><p>No sample counts.</p></section>";
  } else {
    body += page_of_arm(campaign, first, command);
  }
  body += "<section class=\"card\"><h2>Again</h2>" + element("pre", command) + "</section></div>\n";
  return make_page(campaign.name + " – Freefloat campaign", body, {});
}

}  // namespace freefloat
