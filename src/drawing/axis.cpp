#include "drawing/axis.h"

#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"

namespace freefloat {

namespace {

/// The round number 1, 2 or 5 times a power of ten that is nearest above `step`.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  const double factor = step / power;
  return power * (factor <= 1.0 + 1e-9   ? 1.0
                  : factor <= 2.0 + 1e-9 ? 2.0
                  : factor <= 5.0 + 1e-9 ? 5.0
                                         : 10.0);
}

int decimals_of(double step) {
  return std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
}

}  // namespace

double Axis::fraction(double value) const {
  if (std::isnan(value)) return value;
  if (scale == AxisScale::kLinear) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  if (value <= low) return 0.0;
  return std::min(std::log(value / low) / std::log(high / low), 1.0);
}

Axis make_linear_axis(double low, double high, int tick_count, bool round_range) {
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) {
    low = 0.0;
    high = 1.0;
  }
  // A constant needs some room; the smallest span keeps steps well above the rounding of the ends.
  const double smallest = std::max(1e-9 * std::max(std::abs(low), std::abs(high)), 1e-12);
  if (high - low < smallest) {
    const double half = low == 0.0 ? 0.5 : 0.1 * std::abs(low);
    low -= half;
    high += half;
  }
  const double step = round_step((high - low) / std::max(tick_count, 1));
  Axis axis;
  axis.low = round_range ? step * std::floor(low / step + 1e-9) : low;
  axis.high = round_range ? step * std::ceil(high / step - 1e-9) : high;
  const double first = std::ceil(axis.low / step - 1e-9);
  const double last = std::floor(axis.high / step + 1e-9);
  for (double k = first; k <= last; ++k)
    axis.ticks.push_back({k * step, format_fixed(k * step, decimals_of(step))});
  return axis;
}

int shorten_labels(Axis& axis, int most_characters) {
  const bool fits = std::all_of(axis.ticks.begin(), axis.ticks.end(), [&](const AxisTick& tick) {
    return count_characters(tick.label) - (tick.label.find('.') != std::string::npos) <= most_characters;
  });
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  if (fits || axis.scale != AxisScale::kLinear || axis.ticks.size() < 2 || !(largest > 0.0)) return 0;
  const int exponent = 3 * static_cast<int>(std::floor(std::log10(largest) / 3.0));
  const double unit = std::pow(10.0, exponent);
  const int decimals = decimals_of((axis.ticks[1].value - axis.ticks[0].value) / unit);
  for (AxisTick& tick : axis.ticks) tick.label = format_fixed(tick.value / unit, decimals);
  return exponent;
}

Axis make_logarithmic_axis(double low, double high) {
  if (!std::isfinite(low) || !std::isfinite(high) || low <= 0.0 || high < low) {
    low = 0.1;
    high = 10.0;
  }
  Axis axis;
  axis.scale = AxisScale::kLogarithmic;
  axis.low = std::pow(10.0, std::floor(std::log10(low) + 1e-9));
  axis.high = std::pow(10.0, std::ceil(std::log10(high) - 1e-9));
  if (axis.high <= axis.low) axis.high = 10.0 * axis.low;
  const int first = static_cast<int>(std::lround(std::log10(axis.low)));
  const int last = static_cast<int>(std::lround(std::log10(axis.high)));
  const int label_every = std::max(1, (last - first + 4) / 5);
  const bool short_numbers = first >= -3 && last <= 4;
  const auto name = [&](int factor, int decade) {
    if (short_numbers) return format_fixed(factor * std::pow(10.0, decade), std::max(0, -decade));
    return (factor > 1 ? std::to_string(factor) + "·" : "") + format_power_of_ten(decade);
  };
  for (int decade = first; decade <= last; ++decade) {
    const double power = std::pow(10.0, decade);
    const bool labelled = (decade - first) % label_every == 0;
    axis.ticks.push_back({power, labelled ? name(1, decade) : ""});
    if (decade == last || last - first > 2) continue;
    for (const int factor : {2, 5}) {
      const bool named = last - first == 1;
      axis.ticks.push_back({factor * power, named ? name(factor, decade) : ""});
    }
  }
  return axis;
}

}  // namespace freefloat
