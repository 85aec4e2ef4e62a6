#include "simulation/joint_drive.h"

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

}  // namespace

bool gives_motion(const JointDrive& drive) {
  return std::holds_alternative<RatePolynomial>(drive) || std::holds_alternative<Quintic>(drive);
}

double torque_at(const JointDrive& drive, double time, double piece) {
  if (const auto* table = std::get_if<TorqueTable>(&drive)) return evaluate(*table, time, piece);
  return polynomial(std::get<TorquePolynomial>(drive).coefficients, time);
}

MotionPoint motion_at(const JointDrive& drive, double start, double time) {
  if (const auto* quintic = std::get_if<Quintic>(&drive)) return evaluate(*quintic, time);
  return integrate(std::get<RatePolynomial>(drive).coefficients, start, time);
}

void add_break_times(const JointDrive& drive, std::vector<double>& times) {
  if (const auto* table = std::get_if<TorqueTable>(&drive)) {
    times.insert(times.end(), table->time.begin(), table->time.end());
  } else if (const auto* quintic = std::get_if<Quintic>(&drive)) {
    times.push_back(quintic->begin);
    times.push_back(quintic->end);
  }
}

}  // namespace freefloat
