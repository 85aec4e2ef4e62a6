#include "calibration/table_calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/table_report.h"
#include "drawn_table.h"
#include "types/angle.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<LedPicture> draw_pictures(const DrawnTable& table, int count, double noise,
                                      std::mt19937_64& random) {
  std::vector<LedPicture> pictures;
  for (int i = 0; i < count; ++i)
    pictures.push_back(see_leds(table.camera, table.chain, draw_state(table, random), noise, random));
  return pictures;
}

const CalibratedNumber& number_of(const TableCalibration& found, const std::string& name) {
  for (const CalibratedNumber& number : found.numbers) {
    if (number.name == name) return number;
  }
  throw std::runtime_error("no " + name);
}

TEST(TableFromRobot, FindsCameraLengthsAndLeds) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  const auto found =
      calibrate_from_robot(table.file_camera, table.file_chain, draw_pictures(table, 40, 0.0, random));
  ASSERT_TRUE(found) << found.error();
  EXPECT_NEAR(found->camera.p_WC.z(), table.camera.p_WC.z(), 1e-6);
  for (std::size_t i = 0; i < table.chain.leds.size(); ++i) {
    EXPECT_LT((found->chain.leds[i].at - table.chain.leds[i].at).norm(), 1e-6);
    EXPECT_NEAR(found->chain.leds[i].height, table.chain.leds[i].height, 1e-6);
  }
  for (std::size_t i = 0; i < table.chain.joints.size(); ++i)
    EXPECT_LT((found->chain.joints[i] - table.chain.joints[i]).norm(), 1e-6);
  EXPECT_TRUE(number_of(*found, "joint_1.along").held);
}

TEST(TableFromRobot, PassesOverPicturesThatShowNothing) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  std::vector<LedPicture> pictures = draw_pictures(table, 40, 0.1, random);
  const std::size_t leds = table.chain.leds.size();
  pictures.insert(pictures.begin(), LedPicture{std::vector<bool>(leds), std::vector<Vector2>(leds)});
  EXPECT_TRUE(calibrate_from_robot(table.file_camera, table.file_chain, pictures));
}

TEST(TableFromRobot, NamesTheScaleWhenNoLengthIsHeld) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  const auto pictures = draw_pictures(table, 40, 0.1, random);
  const auto found =
      calibrate_from_robot(table.file_camera, table.file_chain, pictures, {}, {"joint_1.along"});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), HasSubstr("do not tell"));
  EXPECT_THAT(found.error(), HasSubstr("camera.z"));
  EXPECT_THAT(found.error(), HasSubstr("--hold"));
  // Another length instead is as good.
  EXPECT_TRUE(calibrate_from_robot(table.file_camera, table.file_chain, pictures, {"joint_2.along"},
                                   {"joint_1.along"}));
  const auto unknown = calibrate_from_robot(table.file_camera, table.file_chain, pictures, {"elbow.x"});
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error(), HasSubstr("there are camera.x"));
}

TEST(TableFromRobot, RefusesARobotThatDidNotMove) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  const ChainPosture state = draw_state(table, random);
  std::vector<LedPicture> pictures;
  for (int i = 0; i < 40; ++i) pictures.push_back(see_leds(table.camera, table.chain, state, 0.1, random));
  const auto found = calibrate_from_robot(table.file_camera, table.file_chain, pictures);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), HasSubstr("the robot did not move"));
}

TEST(TableFromRobot, DoubtsWhatHardlyMoved) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  const ChainPosture start{0.0, 0.1, 0.3, 0.5, -0.8};
  std::vector<LedPicture> pictures;
  for (int i = 0; i < 40; ++i) {
    ChainPosture state = start;
    state[0] += 0.004 * i;
    state[3] += 0.01 * i;
    state[4] -= 0.006 * i;
    pictures.push_back(see_leds(table.camera, table.chain, state, 0.1, random));
  }
  const auto found = calibrate_from_robot(table.file_camera, table.file_chain, pictures);
  ASSERT_TRUE(found) << found.error();
  EXPECT_THAT(found->doubt, HasSubstr("push the robot over the whole table"));
}

TEST(TableCheck, RefusesALedThatIsNotWhereTheFileSays) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  int contradicted = 0;
  for (int i = 0; i < 20; ++i) {
    const LedPicture picture = see_leds(table.camera, table.chain, draw_state(table, random), 0.1, random);
    EXPECT_THAT(find_contradiction(table.camera, table.chain, picture, 0.1), IsEmpty());
    const std::string words = find_contradiction(table.file_camera, table.file_chain, picture, 0.1);
    if (words.empty()) continue;
    ++contradicted;
    EXPECT_THAT(words, HasSubstr("run calibrate table"));
  }
  EXPECT_GE(contradicted, 18);
}

TEST(TableReport, SaysWhatIsHeldAndHowFarNumbersMoved) {
  std::mt19937_64 random(5);
  const DrawnTable table = draw_table(random);
  const auto found =
      calibrate_from_robot(table.file_camera, table.file_chain, draw_pictures(table, 40, 0.1, random));
  ASSERT_TRUE(found) << found.error();
  const std::string text = describe_table_calibration(*found);
  EXPECT_THAT(text, HasSubstr("camera.x          0.00 mm, held"));
  EXPECT_THAT(text, HasSubstr("the hand is known to"));
  EXPECT_THAT(make_table_report(*found, "robot"), HasSubstr("tip.height"));
}

}  // namespace
}  // namespace freefloat
