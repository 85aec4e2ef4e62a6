#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "hal/sim/converter.h"
#include "hal/sim/sim_config.h"
#include "servo/servo.h"
#include "types/random.h"

namespace freefloat {

/// One joint's DC motor, gear, friction and sensors on a load of fixed inertia, in small steps of its own.
struct MotorBench {
  DriveParameters drive;
  double inertia = 0.1;  ///< of the load at the joint, kg m^2
  double angle = 0.0;
  double rate = 0.0;
  double disturbance = 0.0;  ///< N m
  double current = 0.0;      ///< A, at the end of the newest step
  Random random{1, "motor bench"};
  Random current_random{1, "current sensor"};
  double current_range = current_range_of(drive);  ///< of the whole motor, whatever happens to it

  std::uint16_t pot_count() {
    return convert_to_count(angle + drive.pot_noise * random.normal(), drive.pot_range, drive.converter_bits);
  }

  std::uint16_t tacho_count() {
    return convert_to_count(rate + drive.tacho_noise * random.normal(), 2.0 * drive.tacho_range,
                            drive.converter_bits);
  }

  std::uint16_t current_count() {
    return convert_to_count(current + drive.current_noise * current_random.normal(), 2.0 * current_range,
                            drive.converter_bits);
  }

  /// 1 ms of motion. @param duty In [-1, 1]; without `energised` the motor carries no current.
  void step(double duty, bool energised) {
    constexpr double kStep = 5e-5;
    const double total = inertia + drive.rotor_inertia * drive.gear_ratio * drive.gear_ratio;
    const double k = drive.torque_constant * drive.gear_ratio;
    for (int i = 0; i < 20; ++i) {
      current = energised ? (drive.supply_voltage * duty - k * rate) / drive.resistance : 0.0;
      const double torque = k * current + disturbance - drive.viscous_friction * rate;
      const double free_rate = rate + kStep * torque / total;
      const double friction = kStep * drive.coulomb_friction / total;
      // Friction can stop the joint within the step but not turn it around.
      rate = std::abs(free_rate) <= friction ? 0.0 : free_rate - std::copysign(friction, free_rate);
      angle += kStep * rate;
    }
  }
};

}  // namespace freefloat
