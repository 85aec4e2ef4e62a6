#pragma once

#include <string>
#include <vector>

namespace freefloat {

enum class AxisScale { kLinear, kLogarithmic };

struct AxisTick {
  double value = 0.0;
  std::string label{};  ///< empty: a line without a number
};

/// A labelled axis from `low` to `high`, low < high, both finite (and positive when logarithmic).
struct Axis {
  AxisScale scale = AxisScale::kLinear;
  double low = 0.0;
  double high = 1.0;
  std::vector<AxisTick> ticks{};

  /// @return 0 at `low`, 1 at `high`; clamped to that. Values without a logarithm are at 0; NaN stays NaN.
  double fraction(double value) const;
};

/// @param low, high Range of the data; anything not finite, reversed or empty is widened to something that
/// can be drawn.
/// @param tick_count Wanted number of labelled ticks; the result has about so many, at round numbers.
/// @param round_range Widen the range to whole ticks.
Axis make_linear_axis(double low, double high, int tick_count, bool round_range);

/// Where ticks' numbers are longer than `most_characters` (the point, narrow, does not count), writes them in
/// a power of a thousand.
/// @return Its exponent of ten, to be named beside the axis's unit; 0: the numbers are as they were.
int shorten_labels(Axis& axis, int most_characters);

/// An axis with ticks at powers of ten, and at 2 and 5 times those on short ranges.
Axis make_logarithmic_axis(double low, double high);

}  // namespace freefloat
