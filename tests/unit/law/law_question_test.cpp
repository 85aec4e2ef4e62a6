#include "law/law_question.h"

#include <gtest/gtest.h>

#include "control/arm_state.h"
#include "model/generalized_jacobian.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

/// A cycle in the middle of a capture.
class LawQuestion : public testing::Test {
 protected:
  LawQuestion() {
    ControllerConfig config;
    config.robot = table2_robot();
    config.robot.joint_limits.assign(2, {-3.0, 3.0, 2.0});
    config.max_joint_rate = 1.5;
    config.hold_deceleration = 5.0;
    setup_ = std::make_unique<ControlSetup>(config);
    input_.op.task = Task::kCaptureMoving;
    output_.state = SupervisorState::kActive;
    output_.command.rates = JointVector{{0.4, -0.7}};
    StateEstimate& estimate = output_.estimate;
    estimate.valid = true;
    estimate.at = Time{from_seconds(2.0)};
    estimate.robot.theta_WB = 0.3;
    estimate.robot.joints = JointVector{{0.5, 0.9}};
    estimate.p_WG = {0.1, -0.2};
    estimate.linear_momentum = {0.05, 0.02};
    estimate.angular_momentum = 0.01;
    estimate.target.valid = true;
    estimate.target.p_WT = {0.4, 0.1};
    estimate.target.v_WT = {-0.03, 0.02};
  }
  std::optional<ff_law_question> question() const { return make_law_question(*setup_, input_, output_); }

  std::unique_ptr<ControlSetup> setup_;
  CycleInput input_;
  CycleOutput output_;
};

TEST_F(LawQuestion, IsAskedInMotionOnly) {
  EXPECT_TRUE(question());
  output_.state = SupervisorState::kHold;
  EXPECT_FALSE(question());
  output_.state = SupervisorState::kActive;
  output_.estimate.valid = false;
  EXPECT_FALSE(question());
  output_.estimate.valid = true;
  output_.guidance.status = TaskStatus::kDone;
  EXPECT_FALSE(question());
  output_.guidance.status = TaskStatus::kRunning;
  input_.op.task = Task::kReorient;
  EXPECT_FALSE(question());
}

TEST_F(LawQuestion, HoldsForTheTimeOfItsAnswer) {
  const ff_law_question asked = *question();
  const double period = to_seconds(setup_->config.period);
  EXPECT_DOUBLE_EQ(asked.time_s, 2.0 + period);
  EXPECT_DOUBLE_EQ(asked.joints_rad[0], 0.5 + 0.4 * period);
  EXPECT_DOUBLE_EQ(asked.joints_rad[1], 0.9 - 0.7 * period);
  EXPECT_DOUBLE_EQ(asked.target_m[0], 0.4 - 0.03 * period);
  const Vector2 v_WG = output_.estimate.linear_momentum / setup_->unloaded().total_mass();
  EXPECT_DOUBLE_EQ(asked.mass_centre_m[1], -0.2 + period * v_WG.y());
}

TEST_F(LawQuestion, HandMovesAsItsJacobianSays) {
  // A difference over a small step, carried on by the plant's own equation.
  const ff_law_question now = *question();
  constexpr double kStep = 1e-6;
  ArmState arm{now.attitude_rad, JointVector{{now.joints_rad[0], now.joints_rad[1]}},
               now.angular_momentum_nms};
  const PlanarModel& model = setup_->unloaded();
  const auto hand = [&](const ArmState& at) {
    return compute_hand(model, compute_posture(at.theta_WB, at.joints)).p_GX;
  };
  const Vector2 before = hand(arm);
  EXPECT_DOUBLE_EQ(now.hand_m[0] - now.mass_centre_m[0], before.x());
  EXPECT_DOUBLE_EQ(now.hand_m[1] - now.mass_centre_m[1], before.y());
  move_arm(model, output_.command.rates, kStep, arm);
  const Vector2 v_WG(now.mass_centre_m_s[0], now.mass_centre_m_s[1]);
  const Vector2 moved = v_WG + (hand(arm) - before) / kStep;
  EXPECT_NEAR(now.hand_m_s[0], moved.x(), 1e-6);
  EXPECT_NEAR(now.hand_m_s[1], moved.y(), 1e-6);
  for (int i = 0; i < 2; ++i) {
    const double by_rates =
        now.jacobian_m[i][0] * now.joint_rates_rad_s[0] + now.jacobian_m[i][1] * now.joint_rates_rad_s[1];
    EXPECT_DOUBLE_EQ(now.hand_m_s[i],
                     now.mass_centre_m_s[i] + by_rates + now.hand_by_momentum[i] * now.angular_momentum_nms);
  }
}

TEST_F(LawQuestion, SaysThatAStandingTargetStands) {
  input_.op.task = Task::kCaptureStanding;
  const ff_law_question asked = *question();
  EXPECT_EQ(asked.moving, 0u);
  EXPECT_EQ(asked.target_m[0], 0.4);
  EXPECT_EQ(asked.target_m_s[0], 0.0);
  EXPECT_GT(asked.annulus_m[1], asked.annulus_m[0]);
}

}  // namespace
}  // namespace freefloat
