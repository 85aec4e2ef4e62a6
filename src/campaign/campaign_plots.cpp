#include "campaign/campaign_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign/influence.h"
#include "config/fields/unit.h"
#include "drawing/number_format.h"
#include "drawing/svg.h"
#include "drawing/xy_plot.h"

namespace freefloat {

namespace {

constexpr int kBins = 10;
constexpr int kMapBins = 6;

std::string axis_name(const Draw& draw) {
  const std::string_view symbol = unit_of(draw.key).symbol;
  return symbol.empty() ? draw.key : draw.key + ", " + std::string(symbol);
}

/// @return What one mark stands for. Equal values stay together, so that of few values each has its own.
std::string describe_bins(const std::vector<Bin>& bins) {
  if (std::all_of(bins.begin(), bins.end(), [](const Bin& bin) { return bin.low == bin.high; }))
    return "Each mark is all samples of one value.";
  if (bins.size() < kBins) return "Each mark is a group of neighbouring values.";
  return "Each mark is a tenth of the samples.";
}

}  // namespace

Figure draw_cumulative(const std::string& id, const std::vector<bool>& good) {
  XyPlot plot;
  plot.id = id;
  plot.title = "Success after so many samples";
  plot.description = "Share of successes over the number of samples, with its 95 % interval.";
  plot.x = {.label = "samples", .scale = AxisScale::kLinear};
  plot.y = {.label = "success, %"};
  XyCurve share{.label = "success", .colour = 1}, low{.label = "95 % interval", .colour = 2},
      high{.colour = 2};
  Share so_far;
  const std::size_t step = std::max<std::size_t>(1, good.size() / 400);
  for (std::size_t i = 0; i < good.size(); ++i) {
    ++so_far.counted;
    so_far.good += good[i] ? 1 : 0;
    if (i % step != 0 && i + 1 != good.size()) continue;
    const Interval interval = wilson_interval(so_far);
    const auto n = static_cast<double>(so_far.counted);
    share.points.emplace_back(n, 100.0 * so_far.value());
    low.points.emplace_back(n, 100.0 * interval.low);
    high.points.emplace_back(n, 100.0 * interval.high);
  }
  plot.curves = {share, low, high};
  const Interval interval = wilson_interval(so_far);
  return {"Were there enough samples?",
          fmt::format("The interval is {:.1f} percentage points wide; four times the samples halve it.",
                      100.0 * (interval.high - interval.low)),
          draw_xy_plot(plot), false};
}

Figure draw_parameter(const std::string& id, const Draw& draw, const std::vector<double>& x,
                      const std::vector<bool>& good) {
  const bool logarithmic = draw.distribution == Distribution::kLogUniform;
  std::vector<double> fitted = x;
  if (logarithmic) std::transform(x.begin(), x.end(), fitted.begin(), [](double v) { return std::log(v); });
  XyPlot plot;
  plot.id = id;
  plot.title = draw.key;
  plot.description = "Share of successes over the drawn value, with 95 % intervals and a logistic fit.";
  const std::string_view symbol = unit_of(draw.key).symbol;
  plot.x = {.label = symbol.empty() ? "drawn value" : std::string(symbol),
            .scale = logarithmic ? AxisScale::kLogarithmic : AxisScale::kLinear};
  plot.y = {.label = "success, %", .include = std::pair(0.0, 100.0)};
  XyCurve bars{.label = "95 % interval", .colour = 1, .broad = true};
  const auto gap = Vector2::Constant(std::nan(""));
  const std::vector<Bin> bins = bin_shares(x, good, kBins);
  for (const Bin& bin : bins) {
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
  return {draw.key, describe_bins(bins), draw_xy_plot(plot), false};
}

Figure draw_pair(const std::string& id, const Draw& first, const Draw& second, const std::vector<double>& x,
                 const std::vector<double>& y, const std::vector<bool>& good) {
  constexpr double kWidth = 560.0, kLeft = 70.0, kBottom = 330.0, kTop = 24.0;
  const std::vector<Bin> columns = bin_shares(x, good, kMapBins);
  const std::vector<Bin> rows = bin_shares(y, good, kMapBins);
  std::vector<Share> boxes(columns.size() * rows.size());
  const auto place = [](const std::vector<Bin>& bins, double value) {
    std::size_t at = 0;
    while (at + 1 < bins.size() && value > bins[at].high) ++at;
    return at;
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    Share& box = boxes[place(rows, y[i]) * columns.size() + place(columns, x[i])];
    box.counted += 1;
    box.good += good[i] ? 1 : 0;
  }
  SvgWriter svg(kWidth, 380.0, id, first.key + " and " + second.key,
                "Share of successes, in percent, in boxes of two drawn values.");
  const Vector2 size((kWidth - 8.0 - kLeft) / static_cast<double>(columns.size()),
                     (kBottom - kTop) / static_cast<double>(rows.size()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double top = kBottom - static_cast<double>(row + 1) * size.y();
    svg.text({kLeft - 6.0, top + 0.5 * size.y() + 4.0}, format_short(rows[row].middle, 3), "tick",
             TextAnchor::kEnd);
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const Share& box = boxes[row * columns.size() + column];
      const Vector2 corner(kLeft + static_cast<double>(column) * size.x(), top);
      if (box.counted > 0) {
        svg.begin_group("", fmt::format("style=\"opacity:{:.2f}\"", 0.08 + 0.5 * box.value()));
        svg.rectangle(corner + Vector2(1, 1), size - Vector2(2, 2), "bar");
        svg.end_group();
      }
      const std::string text = box.counted > 0 ? fmt::format("{:.0f} %", 100.0 * box.value()) : "–";
      svg.text(corner + 0.5 * size + Vector2(0, 1), text, "ptitle", TextAnchor::kMiddle);
      svg.text(corner + 0.5 * size + Vector2(0, 15), fmt::format("of {}", box.counted), "",
               TextAnchor::kMiddle);
    }
  }
  for (std::size_t column = 0; column < columns.size(); ++column) {
    svg.text({kLeft + (static_cast<double>(column) + 0.5) * size.x(), kBottom + 16.0},
             format_short(columns[column].middle, 3), "tick", TextAnchor::kMiddle);
  }
  svg.text({kWidth - 8.0, kBottom + 36.0}, axis_name(first), "label", TextAnchor::kEnd);
  svg.text({8.0, 14.0}, axis_name(second), "label");
  return {first.key + " with " + second.key,
          "Success in boxes of equally many samples a column and a row; at the edges their mean values.",
          svg.finish(), false};
}

}  // namespace freefloat
