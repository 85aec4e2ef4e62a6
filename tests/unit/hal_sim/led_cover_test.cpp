#include "hal/sim/led_cover.h"

#include <gtest/gtest.h>

#include "testbed_cases.h"

namespace freefloat {
namespace {

/// The middle of the second link as it stands at the start.
Vector2 middle_of_link(const TestbedCase& test, const Plant& plant) {
  return 0.5 *
         (plant.point(2, -test.robot.links[1].to_mass_centre) + plant.point(2, test.robot.links[1].to_end));
}

LedCover cover_of(const TestbedCase& test) {
  return {test.config.imaging, test.robot, test.camera.p_WC};
}

TEST(LedCover, HidesNothingUnlessItsSizesAreGiven) {
  const TestbedCase test;
  const Plant plant(test.robot, test.config, test.table.size);
  EXPECT_FALSE(cover_of(test).hides(plant, -1, middle_of_link(test, plant), 0.1));
  EXPECT_FALSE(cover_of(test).hides(plant, -1, plant.point(0, Vector2::Zero()), 0.1));
}

TEST(LedCover, ALinkHidesWhatIsLowerAndBehindItForTheCamera) {
  TestbedCase test;
  test.config.imaging.arm_width = 0.04;
  test.config.imaging.arm_height = 0.2;
  const Plant plant(test.robot, test.config, test.table.size);
  const LedCover cover = cover_of(test);
  const Vector2 middle = middle_of_link(test, plant);
  // On the ray from the camera through the link's middle, 0.1 m lower.
  const Vector2 lower = middle + (middle - test.camera.p_WC.head<2>()) * 0.1 / (2.6 - 0.2);
  const Vector2 way = plant.point(2, test.robot.links[1].to_end) - middle;
  const Vector2 beside = Vector2{-way.y(), way.x()}.normalized();
  EXPECT_TRUE(cover.hides(plant, -1, lower, 0.1));
  EXPECT_TRUE(cover.hides(plant, -1, lower + 0.015 * beside, 0.1));
  EXPECT_FALSE(cover.hides(plant, -1, lower + 0.025 * beside, 0.1));
  EXPECT_FALSE(cover.hides(plant, -1, middle, 0.2)) << "as high as the link";
  EXPECT_FALSE(cover.hides(plant, 2, lower, 0.1)) << "on the link itself";
}

TEST(LedCover, TheSatelliteHidesWhatIsWithinItsOutline) {
  TestbedCase test;
  test.robot.satellite_size = {0.3, 0.3};
  test.config.imaging.satellite_height = 0.2;
  const Plant plant(test.robot, test.config, test.table.size);
  const LedCover cover = cover_of(test);
  EXPECT_TRUE(cover.hides(plant, -1, plant.point(0, {0.1, 0.1}), 0.15));
  EXPECT_FALSE(cover.hides(plant, -1, plant.point(0, {0.25, 0.1}), 0.15));
  EXPECT_FALSE(cover.hides(plant, 0, plant.point(0, {0.1, 0.1}), 0.15)) << "its own LED";
  EXPECT_FALSE(cover.hides(plant, -1, plant.point(0, {0.1, 0.1}), 0.25)) << "higher";
}

TEST(LedCover, ATargetUnderTheArmIsNotSeenByTheTestbedsCamera) {
  TestbedCase test;
  test.config.imaging.arm_width = 0.04;
  test.config.imaging.arm_height = 0.25;
  test.config.servo = ServoModel::kKinematic;
  test.config.start.v_WB.setZero();
  test.config.start.w_WB = 0.0;
  test.config.start.joint_rates.setZero();
  const Plant plant(test.robot, test.config, test.table.size);
  test.config.target.mount = TargetMount::kTable;
  test.config.target.start = {};
  test.config.target.start.p = middle_of_link(test, plant);
  SimTestbed testbed = test.make();
  testbed.sleep_until(at_ms(30));
  MarkerFrame frame;
  ASSERT_EQ(testbed.read(frame), ReadStatus::kFrame);
  EXPECT_TRUE(frame.markers[0].seen);
  EXPECT_FALSE(frame.markers[3].seen);
}

}  // namespace
}  // namespace freefloat
