#include "hal/emulated_servos/servo_motor.h"

#include <algorithm>

namespace freefloat {
namespace {

constexpr double kMicro = 1e-6;         // parameters are 1e-6 of full duty, per rad/s and the like
constexpr double kFrictionRate = 0.01;  // rad/s: friction's compensation is full from here on

}  // namespace

ServoMotor::ServoMotor(const ff_joint_parameters& tuned)
    : feedforward_(tuned.rate_feedforward_uduty * kMicro),
      friction_(tuned.friction_feedforward_uduty * kMicro),
      acceleration_(tuned.acceleration_feedforward_uduty * kMicro),
      proportional_(tuned.proportional_uduty * kMicro),
      integral_gain_(tuned.integral_uduty * kMicro) {}

double ServoMotor::drive(double wanted, double rate, double step) {
  const double error = wanted - rate;
  const double acceleration = (wanted - last_wanted_) / step;
  last_wanted_ = wanted;
  integral_ = std::clamp(integral_ + integral_gain_ * error * step, -1.0, 1.0);
  const double friction = friction_ * std::clamp(wanted / kFrictionRate, -1.0, 1.0);
  const double duty =
      feedforward_ * wanted + friction + acceleration_ * acceleration + proportional_ * error + integral_;
  return std::clamp(duty, -1.0, 1.0);
}

}  // namespace freefloat
