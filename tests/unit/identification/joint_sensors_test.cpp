#include "identification/joint_sensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_up_series.h"
#include "types/angle.h"

namespace freefloat {
namespace {

TEST(JointSensors, AreFoundWithOffsetScaleAndDirection) {
  std::vector<BodyPoses> poses;
  const MotionSeries series = MadeUpServo{}.series(poses, 1e-4, 0.05, -1.03, 0.97);
  const JointSensors found = compare_joint_sensors(series, poses).front();
  ASSERT_TRUE(found.pot.found && found.tacho.found);
  EXPECT_NEAR(found.pot.offset, 0.05, 5e-4);
  EXPECT_NEAR(found.pot.scale, -1.03, 1e-3);
  EXPECT_NEAR(found.tacho.scale, 0.97, 2e-3);
  EXPECT_NEAR(found.pot.late, 0.0, 5e-4);
}

TEST(JointSensors, BecomeSettingsWithWhichTheBoardReadsTheTruth) {
  const SensorSettings believed{12.6, 0.1, false, 6.0, false};
  JointSensors found;
  found.pot.found = found.tacho.found = true;
  found.pot.scale = -1.05;
  found.pot.offset = 0.2;
  found.tacho.scale = 0.9;
  const SensorSettings right = corrected_settings(believed, found);
  // A count that the board took for `read` stands for (read - offset) / scale.
  const double count = 0.3;  // of the full scale, from its middle
  const double read = count * believed.pot_range + believed.pot_offset;
  const double truth = (read - found.pot.offset) / found.pot.scale;
  EXPECT_NEAR((right.pot_reversed ? -1.0 : 1.0) * count * right.pot_range + right.pot_offset, truth, 1e-12);
  EXPECT_NEAR(right.tacho_range, 6.0 / 0.9, 1e-12);
  EXPECT_TRUE(right.pot_reversed);
}

TEST(JointSensors, SayWhichHaveMovedTooLittle) {
  std::vector<BodyPoses> poses;
  const MotionSeries series = MadeUpServo{}.series(poses, 0.0, 0.05);
  for (BodyPoses& pose : poses) pose.angles[1] = 0.2 + 0.05 * (pose.angles[1] - 0.2);
  const JointSensors found = compare_joint_sensors(series, poses).front();
  EXPECT_FALSE(found.tacho.found);
  EXPECT_THAT(found.tacho.reason, testing::HasSubstr("too little"));
}

}  // namespace
}  // namespace freefloat
