#include "hal/sim/servo_tuning.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "hal/sim/joint_inertia.h"

namespace freefloat {
namespace {

constexpr double kServoBandwidth = 180.0;  // 1/s, closed rate loop for the nominal inertia
// 1/s, while stopping. Joints of an arm push each other: for all of them together it is up to 2.5 times as
// fast, and must stay below twice the tick's rate of 1000.
constexpr double kStopBandwidth = 600.0;
constexpr double kInstantFactor = 2.5;  // nominal inertia over the one felt in the first instant, at most
constexpr double kLeastInertia = 1e-6;  // kg m^2
constexpr double kIntegralRate = 25.0;  // 1/s, how fast the position memory takes over from the rate error
constexpr double kAccelerationTime = 0.03;  // s from rest to the largest rate,
constexpr double kAccelerationShare = 0.6;  // with at most so much of the motor's torque
constexpr double kOverspeedFactor = 1.5;
constexpr double kAngleMargin = 0.1;    // rad beyond a joint limit
constexpr double kCurrentFactor = 1.3;  // over what a whole motor can take
constexpr double kQ10 = 1024.0;
constexpr double kMilli = 1e3;
constexpr double kMicro = 1e6;

std::int32_t to_integer(double value, const char* what, std::size_t joint) {
  if (!(std::abs(value) <= 2147483647.0)) {
    throw std::invalid_argument("servo parameter " + std::string(what) + " of joint " +
                                std::to_string(joint + 1) + " does not fit the board's 32-bit integers");
  }
  return static_cast<std::int32_t>(std::lround(value));
}

// Largest current that a whole motor never takes: full voltage against the motion at overspeed, and some
// more. The sensor must be able to show it.
double max_current(const DriveParameters& drive, double overspeed) {
  const double back_emf = drive.torque_constant * drive.gear_ratio * overspeed;
  const double limit = kCurrentFactor * (drive.supply_voltage + back_emf) / drive.resistance;
  return limit < 0.95 * current_range_of(drive) ? limit : 0.0;
}

ff_joint_parameters tune_joint(const DriveParameters& drive, const JointLimits& limits, std::size_t joint) {
  const auto micro = [joint](double value, const char* what) {
    return to_integer(value * kMicro, what, joint);
  };
  if (drive.converter_bits < 4 || drive.converter_bits > 16)
    throw std::invalid_argument("a board's converters have 4 to 16 bits");
  if (!(drive.servo_inertia > 0.0)) throw std::invalid_argument("servo_inertia must be positive");
  const double counts = std::ldexp(1.0, drive.converter_bits);
  const double pot_step = drive.pot_range / counts;
  const double tacho_step = 2.0 * drive.tacho_range / counts;
  // Joint side of the gear: torque a duty, and duty a joint rate by back-EMF.
  const double k = drive.torque_constant * drive.gear_ratio;
  const double torque_per_duty = k * drive.supply_voltage / drive.resistance;
  const double inertia = drive.servo_inertia + rotor_inertia_of(drive);
  const double damping = k * k / drive.resistance + drive.viscous_friction;
  const double proportional = inertia * kServoBandwidth / torque_per_duty;

  ff_joint_parameters p{};
  p.converter_max = static_cast<std::uint16_t>(counts - 1.0);
  p.pot_urad_per_count_q10 = to_integer(pot_sign(drive) * pot_step * kMicro * kQ10, "pot_range", joint);
  p.pot_offset_urad = micro(drive.pot_offset, "pot_offset");
  p.tacho_urad_s_per_count_q10 =
      to_integer(tacho_sign(drive) * tacho_step * kMicro * kQ10, "tacho_range", joint);
  p.current_ma_per_count_q10 =
      std::max(1, to_integer(2.0 * current_range_of(drive) / counts * kMilli * kQ10, "current_range", joint));
  p.min_angle_urad = micro(limits.min, "min_angle");
  p.max_angle_urad = micro(limits.max, "max_angle");
  p.max_rate_urad_s = micro(limits.max_rate, "max_rate");
  p.max_acceleration_urad_s2 =
      micro(std::min(limits.max_rate / kAccelerationTime, kAccelerationShare * torque_per_duty / inertia),
            "max_acceleration");
  p.angle_margin_urad = micro(kAngleMargin, "angle_margin");
  p.overspeed_urad_s = micro(kOverspeedFactor * limits.max_rate + 6.0 * drive.tacho_noise, "overspeed");
  p.plausibility_urad = micro(0.025 + 4.0 * pot_step + 6.0 * drive.pot_noise, "plausibility");
  p.tracking_urad_s = micro(0.5 * limits.max_rate, "tracking");
  p.max_current_ma =
      to_integer(max_current(drive, kOverspeedFactor * limits.max_rate) * kMilli, "max_current", joint);
  p.rate_feedforward_uduty = micro(damping / torque_per_duty, "rate_feedforward");
  p.friction_feedforward_uduty = micro(drive.coulomb_friction / torque_per_duty, "friction_feedforward");
  p.acceleration_feedforward_uduty = micro(inertia / torque_per_duty, "acceleration_feedforward");
  p.proportional_uduty = micro(proportional, "proportional");
  p.stop_proportional_uduty = micro(inertia * kStopBandwidth / torque_per_duty, "stop_proportional");
  p.integral_uduty = micro(proportional * kIntegralRate, "integral");
  p.hold_engage_urad = micro(1.5 * pot_step + 1e-4, "hold_engage");
  p.hold_release_urad = micro(0.75 * pot_step, "hold_release");
  return p;
}

}  // namespace

ff_servo_parameters tune_servo(const std::vector<DriveParameters>& drives,
                               const std::vector<JointLimits>& limits) {
  if (drives.empty() || drives.size() > FF_MAX_JOINTS || drives.size() != limits.size()) {
    throw std::invalid_argument("a servo board needs drives and joint limits of 1 to 6 joints");
  }
  ff_servo_parameters parameters{};
  parameters.joint_count = static_cast<std::uint8_t>(drives.size());
  parameters.gripper_closing_ticks = 400;
  for (std::size_t i = 0; i < drives.size(); ++i) parameters.joints[i] = tune_joint(drives[i], limits[i], i);
  if (!ff_check_servo_parameters(&parameters)) {
    throw std::invalid_argument("drives and joint limits give servo parameters that the board refuses");
  }
  return parameters;
}

ff_servo_parameters tune_servo(const RobotParameters& robot, std::vector<DriveParameters> drives) {
  if (static_cast<int>(drives.size()) == robot.joint_count()) {
    const std::vector<double> inertias = estimate_joint_inertias(robot);
    const std::vector<double> instant = estimate_instant_inertias(robot, drives);
    for (std::size_t i = 0; i < drives.size(); ++i) {
      if (drives[i].servo_inertia != 0.0) continue;
      // A loop that is too fast for the first instant is unstable, whatever the neighbours do afterwards.
      drives[i].servo_inertia = std::max(
          kLeastInertia, std::min(inertias[i], kInstantFactor * instant[i] - rotor_inertia_of(drives[i])));
    }
  }
  return tune_servo(drives, robot.joint_limits);
}

}  // namespace freefloat
