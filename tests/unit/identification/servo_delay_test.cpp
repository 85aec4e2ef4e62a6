#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "identification/measured_delays.h"
#include "made_up_series.h"

namespace freefloat {
namespace {

TEST(ServoDelay, IsFoundToATenthOfAMillisecondFromPicturesThatAreThirtyApart) {
  for (const double delay : {0.0, 0.0123, 0.05, 0.1}) {
    MadeUpServo servo;
    servo.delay = delay;
    std::vector<BodyPoses> poses;
    const MotionSeries series = servo.series(poses, 1e-4);
    const MeasuredDelays found = measure_delays(series, poses);
    ASSERT_TRUE(found.delay) << found.by_leds[0].reason;
    EXPECT_NEAR(*found.delay, delay, 1.5e-4);
    EXPECT_NEAR(found.lag, servo.lag, 3e-4);
    EXPECT_NEAR(*found.actuation_delay(), delay + servo.lag + 0.005, 3e-4);
    EXPECT_NEAR(*found.stamps, 0.0, 3e-4);
  }
}

TEST(ServoDelay, LiesBetweenTheCyclesThatHadAndHadNotThePicture) {
  std::vector<BodyPoses> poses;
  const MotionSeries series = MadeUpServo{}.series(poses, 0.0);
  const MeasuredDelays found = measure_delays(series, poses);
  EXPECT_NEAR(found.arrival_least, 0.01, 1e-9);
  EXPECT_NEAR(found.arrival_most, 0.02, 1e-9);
}

TEST(ServoDelay, IsNotMadeUpForAJointThatHardlyMoved) {
  std::vector<BodyPoses> poses;
  MotionSeries series = MadeUpServo{}.series(poses, 0.0);
  for (CommandSample& command : series.commands) command.rates *= 0.001;
  const MeasuredDelays found = measure_delays(series, poses);
  EXPECT_FALSE(found.delay);
  EXPECT_THAT(found.by_leds[0].reason, testing::HasSubstr("hardly"));
}

TEST(ServoDelay, NamesAJointThatMovesAgainstItsCommands) {
  std::vector<BodyPoses> poses;
  MotionSeries series = MadeUpServo{}.series(poses, 0.0);
  for (CommandSample& command : series.commands) command.rates *= -1.0;
  const MeasuredDelays found = measure_delays(series, poses);
  EXPECT_FALSE(found.delay);
  EXPECT_THAT(found.by_leds[0].reason, testing::HasSubstr("against its commands"));
}

}  // namespace
}  // namespace freefloat
