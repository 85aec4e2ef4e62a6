#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drawing/axis.h"

namespace freefloat {

/// How a curve is drawn: what the controller believed or commanded is a thin line; what was measured or is
/// true a broad pale one beneath it.
enum class CurveStyle { kThin, kBroad };

/// One curve over the time of its plot.
struct PlotSeries {
  std::string label{};  ///< in the legend; empty: none
  int colour = 1;       ///< 1 to 6
  CurveStyle style = CurveStyle::kThin;
  std::vector<double> values{};  ///< one a time, in the panel's unit; NaN: a gap
};

/// A horizontal line: a limit or tolerance.
struct PlotLevel {
  double value = 0.0;
  std::string label{};  ///< written at the line; empty: none
  int colour = 0;       ///< 0: the colour of limits, 1 to 6: that of a curve
};

/// Marks along the bottom of a panel, each from begin to end in s.
struct PlotMarks {
  std::string label{};
  int colour = 1;
  std::vector<std::pair<double, double>> intervals{};
};

/// One diagram of a plot.
struct PlotPanel {
  std::string title{};
  std::string unit{};  ///< empty: none
  AxisScale scale = AxisScale::kLinear;
  double height = 130.0;                               ///< of the diagram itself, pixels
  std::optional<std::pair<double, double>> include{};  ///< values that the axis must show
  std::vector<PlotSeries> series{};
  std::vector<PlotLevel> levels{};
  std::optional<PlotMarks> marks{};
};

/// A phase on the time axis.
struct PlotBand {
  double begin = 0.0;  ///< s
  double end = 0.0;
  std::string label{};
  std::string css_class{};  ///< of the ribbon: "passed", "failed", ...
  bool shaded = false;      ///< through the panels as well
};

/// Panels above each other that share a time axis.
struct TimePlot {
  std::string id{};  ///< unique in the page, without spaces
  std::string title{};
  std::string description{};   ///< for screen readers
  std::vector<double> time{};  ///< s, not falling
  double begin = 0.0;          ///< of the axis, s
  double end = 1.0;
  std::vector<PlotPanel> panels{};
  std::vector<PlotBand> bands{};
};

/// @return A plot without panels whose axis is as long as the times.
/// @param time At least one.
TimePlot plot_over(std::vector<double> time, std::string id, std::string title, std::string description);

/// @return What `read`, a function or a member, gives of each sample: the values of a series.
template <class Samples, class Read>
std::vector<double> values_of(const Samples& samples, Read&& read) {
  std::vector<double> values;
  for (const auto& sample : samples) values.push_back(std::invoke(read, sample));
  return values;
}

/// @param time Of each sample, s. @param holds Of a sample.
/// @return Stretches of time in which it holds, s: intervals of marks.
template <class Samples, class Holds>
std::vector<std::pair<double, double>> stretches(const std::vector<double>& time, const Samples& samples,
                                                 Holds&& holds) {
  std::vector<std::pair<double, double>> result;
  bool open = false;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const bool now = std::invoke(holds, samples[i]);
    if (now && !open) result.emplace_back(time[i], time[i]);
    if (now || open) result.back().second = time[i];
    open = now;
  }
  return result;
}

/// Width of every plot, and its diagrams' left and right edge, pixels: the same in all, so that times line
/// up.
inline constexpr double kPlotWidth = 560.0;
inline constexpr double kPlotLeft = 46.0;
inline constexpr double kPlotRight = 552.0;

/// @return The plot as an SVG element; well formed for any data.
std::string draw_time_plot(const TimePlot& plot);

/// Counts in equal bins.
struct Histogram {
  std::string id{};
  std::string title{};
  std::string description{};
  std::string unit{};
  std::vector<double> values{};      ///< in `unit`; what is not finite is left out
  std::optional<PlotLevel> level{};  ///< a vertical line
};

std::string draw_histogram(const Histogram& histogram);

}  // namespace freefloat
