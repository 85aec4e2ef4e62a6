#include "spatial/answers/tree_question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spatial/config/load_tree.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

TreeModel load(const std::string& name) {
  return TreeModel(load_tree(source_dir() + "/configs/models/" + name));
}

/// @return The error's text, or nothing when the state is taken.
std::string error_of(const std::string& line, const TreeModel& model) {
  try {
    parse_tree_question(line, model);
  } catch (const StateError& error) {
    return error.what();
  }
  return {};
}

TEST(TreeQuestion, TakesJointsAloneAndRestsThen) {
  const TreeModel model = load("dubowsky_vafa_1987_spatial.yaml");
  const TreeQuestion question = parse_tree_question(R"({"joints_rad": [0.1, 0.2, 0.3]})", model);
  EXPECT_FALSE(question.has_rates);
  EXPECT_TRUE(question.state.joint_rates.isZero(0.0));
  EXPECT_TRUE(question.torques.isZero(0.0));
  EXPECT_EQ(question.state.R_WB, Matrix3::Identity());
}

TEST(TreeQuestion, ReadsEveryKey) {
  const TreeModel model = load("dubowsky_vafa_1987_spatial.yaml");
  const TreeQuestion question = parse_tree_question(
      R"({"joints_rad": [0.1, 0.2, 0.3], "joint_rates_rad_s": [1, 2, 3], "joint_accelerations_rad_s2": [4, 5, 6],
          "torques_nm": [7, 8, 9], "base_position_m": [1, 2, 3], "base_euler_xyz_rad": [0.1, 0.2, 0.3],
          "base_velocity_m_s": [4, 5, 6], "base_angular_velocity_rad_s": [7, 8, 9], "base_force_n": [1, 1, 1],
          "base_moment_nm": [2, 2, 2]})",
      model);
  EXPECT_TRUE(question.has_rates);
  EXPECT_FALSE(question.momentum_zero);
  EXPECT_EQ(question.state.joints, Eigen::Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(question.state.joint_rates, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(*question.joint_accelerations, Eigen::Vector3d(4, 5, 6));
  EXPECT_EQ(question.torques, Eigen::Vector3d(7, 8, 9));
  EXPECT_EQ(question.state.p_WB, Vector3(1, 2, 3));
  EXPECT_EQ(question.state.v_WB, Vector3(4, 5, 6));
  EXPECT_EQ(question.state.w_WB, Vector3(7, 8, 9));
  EXPECT_EQ(question.sequence, EulerSequence::kXyz);
  EXPECT_EQ(question.state.R_WB, rotation_from_euler(EulerSequence::kXyz, {0.1, 0.2, 0.3}));
  EXPECT_EQ(question.base_force, Vector3(1, 1, 1));
  EXPECT_EQ(question.base_moment, Vector3(2, 2, 2));
}

TEST(TreeQuestion, NamesWhatIsWrong) {
  const TreeModel model = load("dubowsky_vafa_1987_spatial.yaml");
  const auto error = [&](const std::string& rest) {
    return error_of(R"({"joints_rad": [0, 0, 0])" + rest + "}", model);
  };
  EXPECT_EQ(error(""), "");
  EXPECT_THAT(error_of("{}", model), testing::HasSubstr("joints_rad: missing"));
  EXPECT_THAT(error_of(R"({"joints_rad": [0, 0]})", model),
              testing::HasSubstr("array of 3 numbers (link_1_joint, link_2_joint, link_3_joint), not 2"));
  EXPECT_THAT(error(R"(, "attitude_rad": 1)"), testing::HasSubstr("attitude_rad: unknown key"));
  EXPECT_THAT(error(R"(, "base_euler_zyx_rad": [0, 0, 0], "base_euler_xyz_rad": [0, 0, 0])"),
              testing::HasSubstr("give only one"));
  EXPECT_THAT(error(R"(, "base_rotation": [[1, 0, 0], [0, 1, 0]])"), testing::HasSubstr("three rows"));
  EXPECT_THAT(error(R"(, "base_rotation": [[1, 0, 0], [0, 1, 0], [0, 0, -1]])"),
              testing::HasSubstr("not a rotation"));
  EXPECT_THAT(error(R"(, "base_rotation": [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])"),
              testing::HasSubstr("not a rotation"));
  EXPECT_THAT(error(R"(, "base_force_n": [1e999, 0, 0])"), testing::Not(testing::IsEmpty()));
}

TEST(TreeQuestion, RefusesAMotionThatTheBaseCannotMake) {
  const TreeModel model = load("sawyer_on_bearing.yaml");
  const auto error = [&](const std::string& rest) {
    return error_of(R"({"joints_rad": [0, 0, 0, 0, 0, 0, 0], )" + rest + "}", model);
  };
  EXPECT_EQ(error(R"("base_angular_velocity_rad_s": [1, 0, 0])"), "");
  EXPECT_THAT(error(R"("base_velocity_m_s": [1, 0, 0])"), testing::HasSubstr("cannot move that way"));
}

}  // namespace
}  // namespace freefloat
