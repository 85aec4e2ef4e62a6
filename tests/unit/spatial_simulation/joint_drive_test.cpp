#include "spatial/simulation/joint_drive.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

constexpr double kDriveStep = 1e-5;

/// Rate and acceleration are those of the value.
void expect_consistent(const JointDrive& drive, double time) {
  const auto value = [&](double at) { return motion_at(drive, 0.3, at); };
  const MotionPoint before = value(time - kDriveStep), now = value(time), after = value(time + kDriveStep);
  EXPECT_NEAR(now.rate, (after.value - before.value) / (2.0 * kDriveStep), 1e-8);
  EXPECT_NEAR(now.acceleration, (after.rate - before.rate) / (2.0 * kDriveStep), 1e-8);
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

TEST(Quintic, MeetsRatesAtItsEnds) {
  const Quintic quintic{.from = 0.5, .to = 2.0, .begin = 2.0, .end = 5.0, .from_rate = 0.7, .to_rate = -0.4};
  for (const double time : {2.4, 3.1, 4.7}) expect_consistent(quintic, time);
  EXPECT_EQ(evaluate(quintic, 2.0).value, 0.5);
  EXPECT_EQ(evaluate(quintic, 2.0).rate, 0.7);
  EXPECT_NEAR(evaluate(quintic, 5.0).value, 2.0, 1e-15);
  EXPECT_EQ(evaluate(quintic, 5.0).rate, -0.4);
  EXPECT_EQ(evaluate(quintic, 2.0).acceleration, 0.0);
  EXPECT_EQ(evaluate(quintic, 5.0).acceleration, 0.0);
  // At the rate of its own way it is a straight line.
  const Quintic line{.from = 0.0, .to = 3.0, .begin = 0.0, .end = 2.0, .from_rate = 1.5, .to_rate = 1.5};
  for (const double time : {0.3, 1.0, 1.9}) {
    EXPECT_NEAR(evaluate(line, time).value, 1.5 * time, 1e-14);
    EXPECT_NEAR(evaluate(line, time).rate, 1.5, 1e-14);
  }
}

TEST(MotionSegments, FollowEachOtherAndStandBetween) {
  const MotionSegments motion{{{.from = 0.0, .to = 1.0, .begin = 1.0, .end = 2.0, .to_rate = 0.5},
                               {.from = 1.0, .to = 3.0, .begin = 2.0, .end = 5.0, .from_rate = 0.5},
                               {.from = 3.0, .to = 0.0, .begin = 7.0, .end = 9.0}}};
  const auto at = [&](double time) { return motion_at(motion, 99.0, time); };
  EXPECT_EQ(at(0.0).value, 0.0);
  EXPECT_EQ(at(0.5).rate, 0.0);
  EXPECT_NEAR(at(2.0).value, 1.0, 1e-15);
  EXPECT_NEAR(at(2.0 - 1e-12).rate, at(2.0).rate, 1e-9);
  EXPECT_EQ(at(6.0).value, 3.0);
  EXPECT_EQ(at(6.0).rate, 0.0);
  EXPECT_EQ(at(20.0).value, 0.0);
  for (const double time : {1.3, 1.9, 2.2, 4.9, 7.5}) expect_consistent(motion, time);
  std::vector<double> times;
  add_break_times(motion, times);
  EXPECT_EQ(times, (std::vector<double>{1.0, 2.0, 2.0, 5.0, 7.0, 9.0}));
}

TEST(SineMotion, SwingsAboutTheStart) {
  const SineMotion motion{{{0.4, 2.0, 0.3}, {0.1, 7.0, 0.0}}};
  EXPECT_NEAR(motion_at(motion, 0.3, 0.0).value, 0.3 + 0.4 * std::sin(0.3), 1e-15);
  for (const double time : {0.0, 0.7, 3.1}) expect_consistent(motion, time);
}

TEST(MotionTable, IsExactForCubicsAndSmoothForAllElse) {
  const auto cubic = [](double t) { return 0.3 - 0.2 * t + 0.5 * t * t - 0.1 * t * t * t; };
  std::vector<double> time, value;
  for (const double t : {0.0, 0.4, 1.1, 1.3, 2.5, 3.0}) {
    time.push_back(t);
    value.push_back(cubic(t));
  }
  const MotionTable table(time, value);
  for (const double t : {0.0, 0.2, 0.4, 1.2, 2.9, 3.0}) {
    EXPECT_NEAR(table.at(t).value, cubic(t), 1e-14);
    EXPECT_NEAR(table.at(t).rate, -0.2 + t - 0.3 * t * t, 1e-13);
    EXPECT_NEAR(table.at(t).acceleration, 1.0 - 0.6 * t, 1e-12);
  }
  value[3] += 0.2;
  const JointDrive bent = MotionTable(time, value);
  for (const double t : {0.2, 0.9, 1.2, 2.9}) expect_consistent(bent, t);
  EXPECT_NEAR(motion_at(bent, 0.0, 1.3 - 1e-10).acceleration, motion_at(bent, 0.0, 1.3 + 1e-10).acceleration,
              1e-7);
  EXPECT_NEAR(MotionTable({0.0, 2.0}, {1.0, 5.0}).at(0.5).value, 2.0, 1e-15);
  EXPECT_NEAR(MotionTable({0.0, 1.0, 3.0}, {0.0, 1.0, 9.0}).at(2.0).value, 4.0, 1e-14);
}

}  // namespace
}  // namespace freefloat
