#include "identification/fit_soundness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "floating_motion.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr double kLedNoise = 2e-4;  // m and rad

MotionStretch stretch_of(const FloatingMotion& motion, std::uint64_t seed) {
  RandomRobots random(seed);
  return motion.stretch(table2_robot(), kLedNoise, random);
}

FloatingMotion short_motion() {
  FloatingMotion motion;
  motion.robot = table2_robot();
  motion.length = 10.0;
  motion.picture_period = 0.02;
  return motion;
}

MomentumFit fit_of(const std::vector<MotionStretch>& stretches) {
  const RobotParameters file = table2_robot();
  const BodyGeometry geometry(file);
  return fit_momentum(geometry, stretches, momentum_parameters(geometry, masses_of(file, file)));
}

TEST(FitSoundness, SaysNothingWhereTheNoiseExplainsWhatIsLeft) {
  const FitSoundness soundness =
      judge_fit(fit_of({stretch_of(short_motion(), 1), stretch_of(short_motion(), 2)}));
  EXPECT_TRUE(soundness.sound);
  EXPECT_EQ(soundness.words, "");
}

TEST(FitSoundness, NamesTheStretchInWhichSomebodyPushedTheRobot) {
  FloatingMotion pushed = short_motion();
  pushed.pushed_at = 5.0;
  const MomentumFit fit =
      fit_of({stretch_of(short_motion(), 1), stretch_of(pushed, 2), stretch_of(short_motion(), 3)});
  const FitSoundness soundness = judge_fit(fit);
  EXPECT_FALSE(soundness.sound);
  EXPECT_THAT(soundness.words, HasSubstr("stretch 2 of 3 alone leaves so much: somebody pushed"));
  EXPECT_THAT(soundness.words, HasSubstr("chi-square"));
}

TEST(FitSoundness, NamesWhatMayBeWrongWhereEveryStretchContradicts) {
  FloatingMotion pushed = short_motion();
  pushed.pushed_at = 5.0;
  const FitSoundness soundness = judge_fit(fit_of({stretch_of(pushed, 1), stretch_of(pushed, 2)}));
  EXPECT_FALSE(soundness.sound);
  EXPECT_THAT(soundness.words, HasSubstr("camera scale or pose wrong (freefloat calibrate table)"));
}

TEST(FitSoundness, WidensIntervalsWhereLedsAreNoisierThanTheirPicturesSay) {
  MotionStretch stretch = stretch_of(short_motion(), 1);
  const MomentumFit quiet = fit_of({stretch});
  for (BodyPoses& pose : stretch) pose.covariance /= 4.0;
  const MomentumFit fit = fit_of({stretch});
  const FitSoundness soundness = judge_fit(fit);
  EXPECT_TRUE(soundness.sound);
  EXPECT_THAT(soundness.words, HasSubstr("the LEDs are 2.0 times as noisy"));
  EXPECT_NEAR(fit.information(8, 8) / quiet.information(8, 8), 1.0, 0.1);
}

TEST(FitSoundness, FewPicturesLeaveMoreByChance) {
  MomentumFit fit;
  fit.noise = 1.45;  // chi-square over its freedom 2.1
  fit.stretch_noise = {1.45};
  fit.freedom = 20.0;  // spreads by 0.32
  EXPECT_EQ(judge_fit(fit).words, "");
  fit.freedom = 200.0;  // by 0.1
  EXPECT_THAT(judge_fit(fit).words, HasSubstr("the LEDs are 1.4 times as noisy"));
}

TEST(FitSoundness, TakesIntervalsAwayAndLeavesWhatIsHeld) {
  MassSolution solution;
  solution.values = {{"links[0].mass_kg", 1.0, 1.2, 1.1, 1.3, false, true},
                     {"links[1].mass_kg", 2.0, 2.0, 2.0, 2.0, true, false}};
  withhold_intervals(solution);
  EXPECT_FALSE(solution.values[0].told);
  EXPECT_TRUE(std::isnan(solution.values[0].low));
  EXPECT_EQ(solution.values[1].low, 2.0);
}

}  // namespace
}  // namespace freefloat
