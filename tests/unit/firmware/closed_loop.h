#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "hal/sim/servo_tuning.h"
#include "motor_bench.h"

namespace freefloat {

/// A servo of one joint on the motor bench, commanded every 10 ms, from the start of the board.
struct ClosedLoop {
  MotorBench bench;
  ff_servo servo{};
  ff_servo_inputs inputs{};
  ff_servo_outputs outputs{};
  std::uint64_t tick = 0;  ///< ms of board time
  std::uint64_t last_command_tick = 0;
  std::uint8_t flags = 0;
  double rate = 0.0;   ///< commanded, rad/s
  bool linked = true;  ///< commands arrive
  bool pot_stuck = false;
  bool tacho_stuck = false;

  explicit ClosedLoop(const MotorBench& motor = {}, double max_rate = 1.0, double nominal_inertia = 0.1)
      : bench(motor) {
    DriveParameters drive = bench.drive;
    drive.servo_inertia = nominal_inertia;
    const ff_servo_parameters parameters =
        tune_servo(std::vector{drive}, std::vector<JointLimits>{{-3.0, 3.0, max_rate}});
    EXPECT_TRUE(ff_servo_start(&servo, &parameters));
  }

  void send() {
    ff_command command{};
    command.flags = flags;
    command.joint_count = 1;
    command.time_to_live_us = 60000;
    command.rates_urad_s[0] = static_cast<std::int32_t>(std::lround(rate * 1e6));
    ff_servo_command(&servo, &command, tick * 1000);
    last_command_tick = tick;
  }

  void step() {
    if (linked && tick % 10 == 0) send();
    const std::uint16_t pot = bench.pot_count();
    const std::uint16_t tacho = bench.tacho_count();
    if (!pot_stuck) inputs.pot_counts[0] = pot;
    if (!tacho_stuck) inputs.tacho_counts[0] = tacho;
    inputs.current_counts[0] = bench.current_count();
    ff_servo_tick(&servo, &inputs, tick * 1000, &outputs);
    bench.step(outputs.duties[0] / double{FF_FULL_DUTY}, outputs.energised);
    ++tick;
  }

  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) step();
  }

  /// Sends these for some time.
  void run(int ticks, std::uint8_t new_flags, double new_rate = 0.0) {
    flags = new_flags;
    rate = new_rate;
    run(ticks);
  }

  /// To the enabled state, at rest.
  void enable() {
    run(20, 0);
    run(100, FF_COMMAND_ENABLE);
    EXPECT_EQ(servo.state, FF_STATE_ENABLED);
  }
};

}  // namespace freefloat
