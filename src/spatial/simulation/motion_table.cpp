#include "spatial/simulation/motion_table.h"

#include <algorithm>

namespace freefloat {

namespace {

/// Accelerations at the rows of the cubic spline: those inside from a tridiagonal system, the outer two from
/// the third derivative, which does not jump at the rows next to them.
std::vector<double> spline_accelerations(const std::vector<double>& time, const std::vector<double>& value) {
  const std::size_t n = time.size();
  std::vector<double> m(n, 0.0);
  if (n < 3) return m;
  const auto step = [&](std::size_t i) { return time[i + 1] - time[i]; };
  const auto slope = [&](std::size_t i) { return (value[i + 1] - value[i]) / step(i); };
  if (n == 3) {
    m.assign(3, 2.0 * (slope(1) - slope(0)) / (step(0) + step(1)));
    return m;
  }
  std::vector<double> above(n, 0.0);  // what is left of the diagonal above, its own being 1
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h = step(i - 1), k = step(i);
    double lower = h, diagonal = 2.0 * (h + k), upper = k;
    if (i == 1) {
      diagonal += h + h * h / k;
      upper -= h * h / k;
      lower = 0.0;
    }
    if (i + 2 == n) {
      diagonal += k + k * k / h;
      lower -= k * k / h;
      upper = 0.0;
    }
    const double pivot = diagonal - lower * above[i - 1];
    above[i] = upper / pivot;
    m[i] = (6.0 * (slope(i) - slope(i - 1)) - lower * m[i - 1]) / pivot;
  }
  for (std::size_t i = n - 2; i-- > 1;) m[i] -= above[i] * m[i + 1];
  m[0] = m[1] - step(0) / step(1) * (m[2] - m[1]);
  m[n - 1] = m[n - 2] + step(n - 2) / step(n - 3) * (m[n - 2] - m[n - 3]);
  return m;
}

}  // namespace

MotionTable::MotionTable(std::vector<double> time, std::vector<double> value)
    : time_(std::move(time)), value_(std::move(value)), acceleration_(spline_accelerations(time_, value_)) {}

MotionPoint MotionTable::at(double time) const {
  const auto next = std::upper_bound(time_.begin() + 1, time_.end() - 1, time);
  const auto i = static_cast<std::size_t>(next - time_.begin()) - 1;
  const double h = time_[i + 1] - time_[i];
  const double b = (time - time_[i]) / h, a = 1.0 - b;
  const double from = acceleration_[i], to = acceleration_[i + 1];
  return {
      a * value_[i] + b * value_[i + 1] + (a * (a * a - 1.0) * from + b * (b * b - 1.0) * to) * h * h / 6.0,
      (value_[i + 1] - value_[i]) / h + ((3.0 * b * b - 1.0) * to - (3.0 * a * a - 1.0) * from) * h / 6.0,
      a * from + b * to};
}

}  // namespace freefloat
