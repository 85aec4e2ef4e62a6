#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hal/sim/servo_tuning.h"
#include "hal/sim/sim_world.h"
#include "servo/servo.h"

namespace freefloat {
namespace {

// Yoshida & Umetani 1990, Table 2.
RobotParameters laboratory_robot() {
  RobotParameters robot;
  robot.satellite_mass = 6.256;
  robot.satellite_inertia = 0.169;
  robot.satellite_to_joint = {0.190, 0.0};
  robot.satellite_size = {0.3, 0.3};
  robot.links = {{0.747, 0.0424, {0.162, 0.0}, {0.188, 0.0}}, {0.620, 0.0141, {0.124, 0.0}, {0.226, 0.0}}};
  robot.joint_limits = {{-6.1, 6.1, 2.0}, {-6.1, 6.1, 2.0}};
  return robot;
}

/// An arm whose joints push each other, and its servo.
struct Arm {
  std::vector<DriveParameters> drives = std::vector<DriveParameters>(2);
  SimWorld world;
  ff_servo servo{};
  std::uint64_t tick = 0;

  static SimConfig configure(std::uint64_t seed, const JointVector& joints) {
    SimConfig config;
    config.seed = seed;
    config.drives.resize(2);
    config.target.mount = TargetMount::kNone;
    config.start.joints = joints;
    config.start.joint_rates = JointVector::Zero(2);
    return config;
  }

  Arm(std::uint64_t seed, const JointVector& joints)
      : world(configure(seed, joints), laboratory_robot(), TableParameters{}) {
    const ff_servo_parameters parameters = tune_servo(laboratory_robot(), drives);
    EXPECT_TRUE(ff_servo_start(&servo, &parameters));
  }

  void command(const JointVector& rates) {
    ff_command command{};
    command.flags = tick < 20 ? 0 : FF_COMMAND_ENABLE;
    command.joint_count = 2;
    command.time_to_live_us = 60000;
    for (int i = 0; i < 2; ++i)
      command.rates_urad_s[i] = static_cast<std::int32_t>(std::lround(rates[i] * 1e6));
    ff_servo_command(&servo, &command, tick * 1000);
  }

  void step() {
    const BoardSensors sensors = world.read_sensors();
    ff_servo_inputs inputs{};
    std::copy(sensors.pot_counts.begin(), sensors.pot_counts.end(), inputs.pot_counts);
    std::copy(sensors.tacho_counts.begin(), sensors.tacho_counts.end(), inputs.tacho_counts);
    std::copy(sensors.current_counts.begin(), sensors.current_counts.end(), inputs.current_counts);
    ff_servo_outputs outputs{};
    ff_servo_tick(&servo, &inputs, tick * 1000, &outputs);
    BoardDrives drive;
    drive.energised = outputs.energised;
    for (std::size_t i = 0; i < 2; ++i) drive.duties[i] = outputs.duties[i] / double{FF_FULL_DUTY};
    world.step(drive);
    ++tick;
  }

  double speed() const { return world.plant().joint_rates().cwiseAbs().maxCoeff(); }

  /// Moves, loses its link. @return Speed 40 ms after the last command's end, rad/s.
  double cut(const JointVector& rates, int ticks) {
    std::uint64_t last = 0;
    while (tick < static_cast<std::uint64_t>(ticks)) {
      if (tick % 10 == 0) {
        command(tick < 60 ? JointVector(JointVector::Zero(2)) : rates);
        last = tick;
      }
      step();
    }
    while (tick < last + 100) step();
    EXPECT_EQ(servo.state, FF_STATE_TIMEOUT);
    return speed();
  }
};

// Joints that stop push each other. What is left at 40 ms is of the size of the tachogenerator's noise.
TEST(ArmStop, BothJointsRestAtTheEndOfTheTime) {
  constexpr double kTenthDegree = 1.7453e-3;
  Random random(1, "cuts");
  int late = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    JointVector joints(2);
    JointVector rates(2);
    for (int i = 0; i < 2; ++i) {
      joints[i] = random.uniform(-2.5, 2.5);
      rates[i] = random.uniform(-1.0, 1.0) * (seed % 2 == 0 ? 0.26 : 1.57);
    }
    Arm arm(seed, joints);
    const double left = arm.cut(rates, static_cast<int>(random.uniform(150, 700)));
    EXPECT_LT(left, 2.0 * kTenthDegree) << seed;
    late += left >= kTenthDegree;
  }
  EXPECT_LE(late, 4);
}

TEST(ArmStop, AJointThatStoodIsHeldWhileItsNeighbourStops) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    JointVector joints(2);
    JointVector rates(2);
    joints << 0.5, 0.3;
    rates << (seed % 2 == 0 ? 1.2 : 0.0), (seed % 2 == 0 ? 0.0 : 1.2);
    Arm arm(seed, joints);
    EXPECT_LT(arm.cut(rates, 400 + static_cast<int>(seed)), 2.0e-3) << seed;
  }
}

}  // namespace
}  // namespace freefloat
