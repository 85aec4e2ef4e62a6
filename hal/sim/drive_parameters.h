#pragma once

namespace freefloat {

/// One joint's DC motor with planetary gear, its potentiometer and its tachogenerator.
struct DriveParameters {
  double gear_ratio = 100.0;       ///< motor turns a joint turn
  double torque_constant = 0.025;  ///< N m/A, equal to the back-EMF constant in V s/rad
  double resistance = 4.0;         ///< ohm
  double supply_voltage = 24.0;    ///< V at full duty
  double rotor_inertia = 2.0e-7;   ///< kg m^2, on the motor's side
  double coulomb_friction = 0.02;  ///< N m, on the joint's side
  double viscous_friction = 0.02;  ///< N m s/rad, on the joint's side
  double pot_range = 12.6;         ///< rad over the converter's full scale, centred at `pot_offset`
  double pot_offset = 0.0;         ///< joint angle at the converter's middle, rad
  bool pot_reversed = false;       ///< its counts fall when the joint's angle rises
  double pot_noise = 1.0e-3;       ///< rad, one sample
  double tacho_range = 6.0;        ///< rad/s over half the converter's full scale
  bool tacho_reversed = false;     ///< its counts fall when the joint's rate rises
  double tacho_noise = 5.0e-3;     ///< rad/s, one sample
  double current_range = 0.0;   ///< A over half the converter's full scale; 0: three times the stall current
  double current_noise = 0.02;  ///< A, one sample
  int converter_bits = 12;      ///< of potentiometer, tachogenerator and current sensor
  double servo_inertia = 0.0;   ///< kg m^2 at the joint, without the rotor: what the board's gains are tuned
                                ///< for; 0: worked out from the robot's masses
};

/// @return Motor current over half the converter's full scale, A.
inline double current_range_of(const DriveParameters& drive) {
  return drive.current_range > 0.0 ? drive.current_range : 3.0 * drive.supply_voltage / drive.resistance;
}

/// @return Inertia of the rotor at the joint, kg m^2.
inline double rotor_inertia_of(const DriveParameters& drive) {
  return drive.rotor_inertia * drive.gear_ratio * drive.gear_ratio;
}

/// @return +1, or -1 where the sensor counts the other way.
inline double pot_sign(const DriveParameters& drive) {
  return drive.pot_reversed ? -1.0 : 1.0;
}
inline double tacho_sign(const DriveParameters& drive) {
  return drive.tacho_reversed ? -1.0 : 1.0;
}

}  // namespace freefloat
