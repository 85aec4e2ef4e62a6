#include "simulation/joint_drive.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

constexpr double kStep = 1e-5;

/// Rate and acceleration are those of the value.
void expect_consistent(const JointDrive& drive, double time) {
  const auto value = [&](double at) { return motion_at(drive, 0.3, at); };
  const MotionPoint before = value(time - kStep), now = value(time), after = value(time + kStep);
  EXPECT_NEAR(now.rate, (after.value - before.value) / (2.0 * kStep), 1e-8);
  EXPECT_NEAR(now.acceleration, (after.rate - before.rate) / (2.0 * kStep), 1e-8);
}

TEST(Quintic, MeetsTheSixConditionsAtItsEnds) {
  const Quintic quintic{-1.385, 0.25, 2.0, 120.0};
  for (const auto& [time, value] : {std::pair(2.0, -1.385), {120.0, 0.25}, {0.0, -1.385}, {500.0, 0.25}}) {
    const MotionPoint point = evaluate(quintic, time);
    EXPECT_NEAR(point.value, value, 1e-15);
    EXPECT_EQ(point.rate, 0.0);
    EXPECT_EQ(point.acceleration, 0.0);
  }
  EXPECT_NEAR(evaluate(quintic, 61.0).value, 0.5 * (-1.385 + 0.25), 1e-15);
}

TEST(Quintic, HasItsOwnDerivatives) {
  for (const double time : {2.5, 3.0, 4.9}) expect_consistent(Quintic{0.5, 2.0, 2.0, 5.0}, time);
}

TEST(RatePolynomial, StartsWhereTheJointIsAndHasItsOwnDerivatives) {
  const RatePolynomial rate{{0.2, -0.1, 0.03, 0.004}};
  EXPECT_EQ(motion_at(rate, 0.3, 0.0).value, 0.3);
  EXPECT_EQ(motion_at(rate, 0.3, 0.0).rate, 0.2);
  for (const double time : {0.5, 2.0, 6.0}) expect_consistent(rate, time);
}

TEST(TorquePolynomial, IsASumOfPowersAndZeroWithoutCoefficients) {
  EXPECT_EQ(torque_at(TorquePolynomial{}, 3.0, 3.0), 0.0);
  EXPECT_DOUBLE_EQ(torque_at(TorquePolynomial{{1.0, -2.0, 0.5}}, 3.0, 3.0), 1.0 - 6.0 + 4.5);
}

TEST(TorqueTable, HoldsOrGoesStraightBetweenItsRows) {
  TorqueTable table{{1.0, 2.0, 4.0}, {10.0, 20.0, 0.0}, TableRule::kHold};
  EXPECT_EQ(torque_at(table, 0.5, 0.5), 10.0);
  EXPECT_EQ(torque_at(table, 1.9, 1.9), 10.0);
  EXPECT_EQ(torque_at(table, 2.0, 1.5), 10.0) << "the end of the first piece";
  EXPECT_EQ(torque_at(table, 2.0, 2.5), 20.0) << "the beginning of the second";
  EXPECT_EQ(torque_at(table, 9.0, 9.0), 0.0);
  table.rule = TableRule::kLinear;
  EXPECT_EQ(torque_at(table, 0.5, 0.5), 10.0);
  EXPECT_EQ(torque_at(table, 1.5, 1.5), 15.0);
  EXPECT_EQ(torque_at(table, 3.5, 3.5), 5.0);
  EXPECT_EQ(torque_at(table, 9.0, 9.0), 0.0);
}

TEST(JointDrive, NamesTheTimesAtWhichItIsNotSmooth) {
  std::vector<double> times;
  add_break_times(TorqueTable{{1.0, 2.0}, {0.0, 0.0}, TableRule::kHold}, times);
  add_break_times(Quintic{0.0, 1.0, 3.0, 4.0}, times);
  add_break_times(RatePolynomial{{1.0}}, times);
  EXPECT_EQ(times, (std::vector<double>{1.0, 2.0, 3.0, 4.0}));
}

}  // namespace
}  // namespace freefloat
