#include "spatial/simulation/joint_drive.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

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

}  // namespace

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
