#include "campaign/bound_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drawing/xy_plot.h"

namespace freefloat {

namespace {

constexpr double kMostTimes = 8.0;  // that are shown

/// What counts of one arm.
struct ArmTimes {
  std::vector<double> over_bound;  ///< of the samples that were captured
  std::size_t possible = 0;
};

double median(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

}  // namespace

std::optional<Figure> draw_times_the_bound(const Campaign& campaign, const ResultsFile& results,
                                           bool standalone) {
  std::vector<ArmTimes> arms(campaign.arms.size());
  results.for_each([&](const Row& row) {
    const double bound = row.number("bound_s");
    if (!std::isfinite(bound) || !(bound > 0.0) || row.outcome == Outcome::kInvalid) return;
    ArmTimes& arm = arms[row.arm];
    ++arm.possible;
    const double closed = row.number("grasp_time_s");
    if (row.outcome == Outcome::kSuccess && std::isfinite(closed)) arm.over_bound.push_back(closed / bound);
  });
  XyPlot plot;
  plot.id = "times-the-bound";
  plot.title = "Captured within so many times the bound";
  plot.description =
      "Share of the possible captures whose gripper closed within so many times what perfect knowledge "
      "needs.";
  plot.x = {.label = "until the gripper closes, times the bound", .include = std::pair(0.0, kMostTimes)};
  plot.y = {.label = "captured, % of those that are possible", .include = std::pair(0.0, 100.0)};
  std::string caption;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    std::vector<double>& times = arms[i].over_bound;
    if (times.empty()) continue;
    std::sort(times.begin(), times.end());
    const std::string median_text = fmt::format("{:.2f} x in the median", median(times));
    double within = 0.0;
    XyCurve curve{.label = campaign.arms[i].name + ", " + median_text, .colour = static_cast<int>(i % 6) + 1};
    curve.points.emplace_back(times.front(), 0.0);
    for (const double time : times) {
      if (time > kMostTimes) break;
      ++within;
      curve.points.emplace_back(time, 100.0 * within / static_cast<double>(arms[i].possible));
    }
    curve.points.emplace_back(kMostTimes, curve.points.back().y());
    plot.curves.push_back(curve);
    caption += fmt::format("{}{}: {} of {}, {}", caption.empty() ? "" : "; ", campaign.arms[i].name,
                           times.size(), arms[i].possible, median_text);
  }
  if (plot.curves.empty()) return std::nullopt;
  return Figure{"Against what perfect knowledge could do", "Time until the gripper closes. " + caption + ".",
                draw_xy_plot(plot, standalone), false};
}

}  // namespace freefloat
