#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "hal/sim/servo_tuning.h"
#include "hal/sim/sim_world.h"
#include "model/payload.h"
#include "servo/servo.h"

namespace freefloat {

/// Yoshida & Umetani 1990, Table 2.
inline RobotParameters laboratory_robot() {
  RobotParameters robot;
  robot.satellite_mass = 6.256;
  robot.satellite_inertia = 0.169;
  robot.satellite_to_joint = {0.190, 0.0};
  robot.satellite_size = {0.3, 0.3};
  robot.links = {{0.747, 0.0424, {0.162, 0.0}, {0.188, 0.0}}, {0.620, 0.0141, {0.124, 0.0}, {0.226, 0.0}}};
  robot.joint_limits = {{-6.1, 6.1, 2.0}, {-6.1, 6.1, 2.0}};
  return robot;
}

/// A floating arm whose joints push each other, its servo, and a link that is cut: a command every 10 ms,
/// alive for 60 ms, then silence.
class CutArm {
 public:
  /// @param payload Point mass at the hand, kg, that the servo is not tuned for.
  CutArm(std::uint64_t seed, const JointVector& joints, double payload = 0.0)
      : world_(configure(seed, joints), load(payload), wide_table()) {
    const ff_servo_parameters parameters = tune_servo(laboratory_robot(), std::vector<DriveParameters>(2));
    ff_servo_start(&servo_, &parameters);
  }

  /// Follows these rates for about so long. Afterwards the newest command is as old as the tick is from it.
  /// @param ticks Up to which a command may come; those before 60 have zero rates.
  void move(const JointVector& rates, int ticks) {
    const int last = (ticks - 1) / 10 * 10;
    for (int tick = 0; tick < last; ++tick) {
      if (tick % 10 == 0) command(tick < 60 ? JointVector(JointVector::Zero(2)) : rates);
      step();
    }
    command(rates);
  }

  void step() {
    const BoardSensors sensors = world_.read_sensors();
    ff_servo_inputs inputs{};
    std::copy(sensors.pot_counts.begin(), sensors.pot_counts.end(), inputs.pot_counts);
    std::copy(sensors.tacho_counts.begin(), sensors.tacho_counts.end(), inputs.tacho_counts);
    std::copy(sensors.current_counts.begin(), sensors.current_counts.end(), inputs.current_counts);
    ff_servo_outputs outputs{};
    ff_servo_tick(&servo_, &inputs, tick_ * 1000, &outputs);
    BoardDrives drives;
    drives.energised = outputs.energised;
    for (std::size_t i = 0; i < 2; ++i) drives.duties[i] = outputs.duties[i] / double{FF_FULL_DUTY};
    world_.step(drives);
    ++tick_;
  }

  /// @return Largest true speed of a joint, rad/s.
  double speed() const { return world_.plant().joint_rates().cwiseAbs().maxCoeff(); }

  int state() const { return servo_.state; }

 private:
  static SimConfig configure(std::uint64_t seed, const JointVector& joints) {
    SimConfig config;
    config.seed = seed;
    config.drives.resize(2);
    config.target.mount = TargetMount::kNone;
    config.start.joints = joints;
    config.start.joint_rates = JointVector::Zero(2);
    return config;
  }

  static RobotParameters load(double payload) {
    if (payload == 0.0) return laboratory_robot();
    return with_payload(laboratory_robot(), payload, 0.005 * payload, Vector2::Zero());
  }

  static TableParameters wide_table() {
    TableParameters table;
    table.size = {20.0, 20.0};
    return table;
  }

  void command(const JointVector& rates) {
    ff_command command{};
    command.flags = tick_ < 20 ? 0 : FF_COMMAND_ENABLE;
    command.joint_count = 2;
    command.time_to_live_us = 60000;
    for (int i = 0; i < 2; ++i)
      command.rates_urad_s[i] = static_cast<std::int32_t>(std::lround(rates[i] * 1e6));
    ff_servo_command(&servo_, &command, tick_ * 1000);
  }

  SimWorld world_;
  ff_servo servo_{};
  std::uint64_t tick_ = 0;
};

}  // namespace freefloat
