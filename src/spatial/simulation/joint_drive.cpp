#include "spatial/simulation/joint_drive.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

double evaluate(const TorqueTable& table, double time, double piece) {
  const auto next = std::upper_bound(table.time.begin(), table.time.end(), piece);
  if (next == table.time.begin()) return table.torque.front();
  const std::size_t row = next - table.time.begin() - 1;
  if (table.rule == TableRule::kHold || next == table.time.end()) return table.torque[row];
  const double part = (time - table.time[row]) / (table.time[row + 1] - table.time[row]);
  return table.torque[row] + part * (table.torque[row + 1] - table.torque[row]);
}

double polynomial(const std::vector<double>& coefficients, double time) {
  double value = 0.0;
  for (std::size_t k = coefficients.size(); k-- > 0;) value = value * time + coefficients[k];
  return value;
}

MotionPoint integrate(const std::vector<double>& coefficients, double start, double time) {
  MotionPoint point{start, polynomial(coefficients, time), 0.0};
  double power = 1.0;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    const double order = static_cast<double>(k);
    if (k + 1 < coefficients.size()) point.acceleration += (order + 1.0) * coefficients[k + 1] * power;
    power *= time;
    point.value += coefficients[k] * power / (order + 1.0);
  }
  return point;
}

MotionPoint evaluate(const MotionSegments& segments, double time) {
  const auto begun = [time](const Quintic& piece) { return piece.begin <= time; };
  const auto last = std::find_if(segments.pieces.rbegin(), segments.pieces.rend(), begun);
  return evaluate(last == segments.pieces.rend() ? segments.pieces.front() : *last, time);
}

MotionPoint evaluate(const SineMotion& motion, double middle, double time) {
  MotionPoint point{middle, 0.0, 0.0};
  for (const SineMotion::Term& term : motion.terms) {
    const double angle = term.frequency * time + term.phase;
    point.value += term.amplitude * std::sin(angle);
    point.rate += term.amplitude * term.frequency * std::cos(angle);
    point.acceleration -= term.amplitude * term.frequency * term.frequency * std::sin(angle);
  }
  return point;
}

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
  const std::size_t i = next - time_.begin() - 1;
  const double h = time_[i + 1] - time_[i];
  const double b = (time - time_[i]) / h, a = 1.0 - b;
  const double from = acceleration_[i], to = acceleration_[i + 1];
  return {
      a * value_[i] + b * value_[i + 1] + (a * (a * a - 1.0) * from + b * (b * b - 1.0) * to) * h * h / 6.0,
      (value_[i + 1] - value_[i]) / h + ((3.0 * b * b - 1.0) * to - (3.0 * a * a - 1.0) * from) * h / 6.0,
      a * from + b * to};
}

bool gives_motion(const JointDrive& drive) {
  return !std::holds_alternative<TorquePolynomial>(drive) && !std::holds_alternative<TorqueTable>(drive);
}

double torque_at(const JointDrive& drive, double time, double piece) {
  if (const auto* table = std::get_if<TorqueTable>(&drive)) return evaluate(*table, time, piece);
  return polynomial(std::get<TorquePolynomial>(drive).coefficients, time);
}

MotionPoint motion_at(const JointDrive& drive, double start, double time) {
  if (const auto* quintic = std::get_if<Quintic>(&drive)) return evaluate(*quintic, time);
  if (const auto* segments = std::get_if<MotionSegments>(&drive)) return evaluate(*segments, time);
  if (const auto* sines = std::get_if<SineMotion>(&drive)) return evaluate(*sines, start, time);
  if (const auto* table = std::get_if<MotionTable>(&drive)) return table->at(time);
  return integrate(std::get<RatePolynomial>(drive).coefficients, start, time);
}

void add_break_times(const JointDrive& drive, std::vector<double>& times) {
  const auto add_ends = [&](const Quintic& quintic) {
    times.push_back(quintic.begin);
    times.push_back(quintic.end);
  };
  if (const auto* table = std::get_if<TorqueTable>(&drive)) {
    times.insert(times.end(), table->time.begin(), table->time.end());
  } else if (const auto* motion = std::get_if<MotionTable>(&drive)) {
    times.insert(times.end(), motion->times().begin(), motion->times().end());
  } else if (const auto* quintic = std::get_if<Quintic>(&drive)) {
    add_ends(*quintic);
  } else if (const auto* segments = std::get_if<MotionSegments>(&drive)) {
    for (const Quintic& piece : segments->pieces) add_ends(piece);
  }
}

}  // namespace freefloat
