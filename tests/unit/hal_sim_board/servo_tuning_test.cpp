#include "hal/sim/servo_tuning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "hal/sim/converter.h"

namespace freefloat {
namespace {

DriveParameters make_drive() {
  DriveParameters drive;
  drive.servo_inertia = 0.1;
  return drive;
}

const JointLimits kLimits{-3.0, 3.0, 1.0};

// Defaults: 2.5 V s/rad at the joint over 24 V; 15 N m at full duty.
TEST(ServoTuning, FeedForwardFollowsTheMotorEquation) {
  const ff_servo_parameters parameters = tune_servo(std::vector{make_drive()}, std::vector{kLimits});
  const ff_joint_parameters& joint = parameters.joints[0];
  EXPECT_NEAR(joint.rate_feedforward_uduty, 1e6 * (2.5 / 24.0 + 0.02 / 15.0), 1.0);
  EXPECT_NEAR(joint.friction_feedforward_uduty, 1e6 * 0.02 / 15.0, 1.0);
  EXPECT_NEAR(joint.acceleration_feedforward_uduty, 1e6 * 0.102 / 15.0, 1.0);
  EXPECT_EQ(joint.max_angle_urad, 3000000);
  EXPECT_EQ(joint.converter_max, 4095);
}

TEST(ServoTuning, ImpossibleDrivesAndLimitsAreRefused) {
  const auto tune = [](auto change, const JointLimits& limits = kLimits) {
    DriveParameters drive = make_drive();
    change(drive);
    return tune_servo(std::vector{drive}, std::vector{limits});
  };
  EXPECT_NO_THROW(tune([](DriveParameters&) {}));
  EXPECT_THROW(tune([](DriveParameters& drive) { drive.servo_inertia = 0.0; }), std::invalid_argument);
  EXPECT_THROW(tune([](DriveParameters& drive) { drive.supply_voltage = 0.0; }), std::invalid_argument);
  EXPECT_THROW(tune([](DriveParameters& drive) { drive.pot_range = std::nan(""); }), std::invalid_argument);
  EXPECT_THROW(tune([](DriveParameters&) {}, {1.0, 1.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(tune([](DriveParameters&) {}, {-1.0, 1.0, 0.0}), std::invalid_argument);
  EXPECT_THROW(tune_servo(std::vector{make_drive()}, std::vector<JointLimits>{}), std::invalid_argument);
  EXPECT_THROW(tune_servo(std::vector<DriveParameters>{}, std::vector<JointLimits>{}), std::invalid_argument);
}

TEST(Converter, RoundsToTheNearestStepAndHoldsAtTheEnds) {
  EXPECT_EQ(convert_to_count(0.0, 12.0, 12), 2048);
  EXPECT_EQ(convert_to_count(12.0 / 4096, 12.0, 12), 2049);
  EXPECT_EQ(convert_to_count(-0.4 * 12.0 / 4096, 12.0, 12), 2048);
  EXPECT_EQ(convert_to_count(100.0, 12.0, 12), 4095);
  EXPECT_EQ(convert_to_count(-100.0, 12.0, 12), 0);
  EXPECT_EQ(convert_to_count(std::nan(""), 12.0, 12), 0);
  EXPECT_EQ(convert_to_count(6.0, 12.0, 16), 65535);
}

}  // namespace
}  // namespace freefloat
