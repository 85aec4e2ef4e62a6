#include "estimation/command_history.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr double kAcceleration = 50.0;  // rad/s^2

Time at_ms(double ms) {
  return Time{} + from_seconds(1e-3 * ms);
}

JointVector joints(double first, double second) {
  JointVector v(2);
  v << first, second;
  return v;
}

/// At rest until 10 ms, then 0.3 and -0.2 rad/s, from 20 ms on 1 and 0 rad/s.
CommandHistory two_steps() {
  CommandHistory commands;
  commands.push(at_ms(0), joints(0.0, 0.0), kAcceleration);
  commands.push(at_ms(10), joints(0.3, -0.2), kAcceleration);
  commands.push(at_ms(20), joints(1.0, 0.0), kAcceleration);
  return commands;
}

TEST(CommandHistory, GoesFromRateToRateWithTheDrivesAcceleration) {
  const CommandHistory commands = two_steps();
  EXPECT_NEAR(commands.rates_at(at_ms(10), kAcceleration)[0], 0.0, 1e-12);
  EXPECT_NEAR(commands.rates_at(at_ms(13), kAcceleration)[0], 0.15, 1e-12);
  EXPECT_NEAR(commands.rates_at(at_ms(13), kAcceleration)[1], -0.15, 1e-12);
  EXPECT_NEAR(commands.rates_at(at_ms(19), kAcceleration)[0], 0.3, 1e-12);
  EXPECT_NEAR(commands.rates_at(at_ms(30), kAcceleration)[0], 0.8, 1e-12);
  EXPECT_NEAR(commands.rates_at(at_ms(90), kAcceleration)[0], 1.0, 1e-12);
}

TEST(CommandHistory, BeginsEachApproachWhereTheOneBeforeWasBrokenOff) {
  CommandHistory commands;
  commands.push(at_ms(0), joints(0.0, 0.0), kAcceleration);
  commands.push(at_ms(10), joints(1.0, 0.0), kAcceleration);  // would take 20 ms
  commands.push(at_ms(20), joints(0.0, 0.0), kAcceleration);
  EXPECT_NEAR(commands.rates_at(at_ms(22), kAcceleration)[0], 0.4, 1e-12);
}

TEST(CommandHistory, TurnsByTheIntegralOfItsRates) {
  const CommandHistory commands = two_steps();
  constexpr int kParts = 20000;
  const double begin = -3.0;
  const double end = 57.0;
  JointVector sum = JointVector::Zero(2);
  for (int i = 0; i < kParts; ++i) {
    const double ms = begin + (end - begin) * (i + 0.5) / kParts;
    sum += 1e-3 * (end - begin) / kParts * commands.rates_at(at_ms(ms), kAcceleration);
  }
  EXPECT_LT((commands.turned(at_ms(begin), at_ms(end), kAcceleration) - sum).norm(), 1e-7);
  const JointVector parts = commands.turned(at_ms(begin), at_ms(16), kAcceleration) +
                            commands.turned(at_ms(16), at_ms(end), kAcceleration);
  EXPECT_LT((parts - sum).norm(), 1e-7);
}

TEST(CommandHistory, KeepsToRisingTimesAndForgetsTheOldest) {
  CommandHistory commands = two_steps();
  commands.push(at_ms(20), joints(9.0, 9.0), kAcceleration);
  commands.push(at_ms(5), joints(9.0, 9.0), kAcceleration);
  EXPECT_EQ(commands.size(), 3u);
  for (int i = 3; i < 50; ++i) commands.push(at_ms(10 * i), joints(i, 0.0), 1e9);
  EXPECT_EQ(commands.size(), CommandHistory::kCapacity);
  EXPECT_EQ(commands[CommandHistory::kCapacity - 1].rates[0], 49.0);
  EXPECT_EQ(commands[0].rates[0], 18.0);
  EXPECT_EQ(commands.rates_at(at_ms(0), 1e9)[0], 17.0);
}

}  // namespace
}  // namespace freefloat
