#include "answers/model_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/posture.h"
#include "support/random_robot.h"

namespace freefloat {
namespace {

/// @return Why the line is refused; empty when it is not.
std::string refusal(const std::string& line) {
  try {
    parse_model_state(line, 2);
    return "";
  } catch (const StateError& error) {
    return error.what();
  }
}

TEST(ModelState, ReadsAllKeys) {
  const ModelState state = parse_model_state(
      R"({"attitude_rad": 0.1, "joints_rad": [1, -2.5], "joint_rates_rad_s": [3, 4], "satellite_position_m": [5, 6],
          "satellite_velocity_m_s": [7, 8], "attitude_rate_rad_s": 9, "torques_nm": [10, 11],
          "base_wrench": [12, 13, 14]})",
      2);
  EXPECT_EQ(state.attitude, 0.1);
  EXPECT_EQ(state.joints, Vector2(1.0, -2.5));
  EXPECT_EQ(*state.joint_rates, Vector2(3.0, 4.0));
  EXPECT_EQ(*state.satellite_position, Vector2(5.0, 6.0));
  EXPECT_EQ(*state.satellite_velocity, Vector2(7.0, 8.0));
  EXPECT_EQ(*state.attitude_rate, 9.0);
  EXPECT_EQ(state.torques, Vector2(10.0, 11.0));
  EXPECT_EQ(state.base_wrench.force, Vector2(12.0, 13.0));
  EXPECT_EQ(state.base_wrench.moment, 14.0);
}

TEST(ModelState, NamesWhatIsWrong) {
  using testing::HasSubstr;
  EXPECT_EQ(refusal(R"({"attitude_rad": 0, "joints_rad": [0, 0]})"), "");
  EXPECT_EQ(refusal(R"({"joints_rad": [0, 0]})"), "attitude_rad: missing");
  EXPECT_EQ(refusal(R"({"attitude_rad": 0})"), "joints_rad: missing");
  EXPECT_THAT(refusal(R"({"attitude_rad": 0, "joints_rad": [0]})"),
              HasSubstr("joints_rad: must be an array of 2"));
  EXPECT_THAT(refusal(R"({"attitude_rad": 0, "joints_rad": 0})"), HasSubstr("joints_rad: must be an array"));
  EXPECT_THAT(refusal(R"({"attitude_rad": 0, "joints_rad": [0, "a"]})"),
              HasSubstr("joints_rad[1]: must be a number"));
  EXPECT_THAT(refusal(R"({"attitude_rad": null, "joints_rad": [0, 0]})"),
              HasSubstr("attitude_rad: must be a number"));
  EXPECT_THAT(refusal(R"({"attitude_rad": true, "joints_rad": [0, 0]})"),
              HasSubstr("attitude_rad: must be a number"));
  EXPECT_THAT(refusal(R"({"attitude_rad": 0, "joints_rad": [0, 0], "speed": 1})"),
              HasSubstr("speed: unknown key"));
  EXPECT_THAT(refusal(R"({"attitude_rad": 0, "attitude_rad": 1, "joints_rad": [0, 0]})"),
              HasSubstr("more than once"));
  EXPECT_THAT(refusal(R"({"attitude_rad": NaN, "joints_rad": [0, 0]})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(refusal(R"({"attitude_rad": 1e999, "joints_rad": [0, 0]})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(refusal(R"({"attitude_rad": 0, "joints_rad": [0, 0])"), HasSubstr("not valid JSON"));
  EXPECT_THAT(refusal("[0]"), HasSubstr("JSON object"));
  EXPECT_THAT(refusal("  "), HasSubstr("empty line"));
  EXPECT_THAT(refusal(R"({"attitude_rad": )" + std::string(100000, '[') + std::string(100000, ']') + "}"),
              HasSubstr("attitude_rad: must be a number, not array"));
}

TEST(ModelState, FillsInZeroMomentumAboutTheOrigin) {
  RandomRobots draw(41);
  const PlanarModel model(draw.robot(3, true));
  ModelState state;
  state.attitude = 0.3;
  state.joints = draw.vector(3, -2.0, 2.0);
  state.joint_rates = draw.vector(3, -1.0, 1.0);
  state.torques = JointVector::Zero(3);
  const RobotState full = complete_state(model, state);
  const MotionTotals totals = compute_motion_totals(model, compute_posture(full.theta_WB, full.joints), full);
  EXPECT_LT(totals.p_WG.norm(), 1e-15);
  EXPECT_LT(totals.linear_momentum.norm(), 1e-14);
  EXPECT_NEAR(totals.angular_momentum, 0.0, 1e-14);

  // A given attitude rate leaves the linear momentum zero.
  state.attitude_rate = 0.7;
  const RobotState turning = complete_state(model, state);
  const MotionTotals after = compute_motion_totals(model, compute_posture(0.3, turning.joints), turning);
  EXPECT_EQ(turning.w_WB, 0.7);
  EXPECT_LT(after.linear_momentum.norm(), 1e-14);
}

}  // namespace
}  // namespace freefloat
