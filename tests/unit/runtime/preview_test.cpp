#include "runtime/preview.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "model/momentum.h"
#include "model/posture.h"
#include "support/source_dir.h"
#include "types/angle.h"

namespace freefloat {
namespace {

RunConfig load(const std::string& experiment, const std::vector<std::string>& settings = {}) {
  return load_experiment(source_dir() + "/configs/experiments/" + experiment, settings);
}

Preview preview_of(const RunConfig& config) {
  return preview_capture(config.controller, config.experiment, estimate_at_start(config));
}

TEST(Preview, EndsAtTheTarget) {
  const Preview preview = preview_of(load("moving_target.yaml"));
  EXPECT_NE(preview.status, Preview::Status::kRefused) << preview.text;
  ASSERT_GT(preview.path.size(), 20u);
  EXPECT_LT((preview.path.back() - *preview.meeting).norm(), 0.005);
  EXPECT_GT(preview.smallest_sigma, 0.0);
  EXPECT_NEAR(preview.seconds, 0.1 * static_cast<double>(preview.path.size() - 1), 1e-9);
}

TEST(Preview, TellsMarginsOfTheStepsThatItShows) {
  const Preview preview = preview_of(load("standing_target.yaml"));
  ASSERT_EQ(preview.steps.size(), preview.path.size());
  double most_rate = 0.0, least_edge = 1e9, least_sigma = 1e9;
  for (const PreviewStep& step : preview.steps) {
    most_rate = std::max(most_rate, step.rate_share);
    least_edge = std::min(least_edge, step.edge_distance);
    least_sigma = std::min(least_sigma, step.sigma_min);
  }
  EXPECT_DOUBLE_EQ(preview.rate_margin, 1.0 - most_rate);
  EXPECT_DOUBLE_EQ(preview.edge_margin, least_edge);
  EXPECT_NEAR(preview.smallest_sigma, least_sigma, 1e-3);
  EXPECT_GT(preview.edge_margin, 0.0);
}

TEST(Preview, RefusesWhatCannotBeReached) {
  const RunConfig config = load("standing_target.yaml");
  StateEstimate estimate = estimate_at_start(config);
  estimate.target.p_WT = {0.85, 0.85};
  const Preview preview = preview_capture(config.controller, config.experiment, estimate);
  EXPECT_EQ(preview.status, Preview::Status::kRefused);
  EXPECT_NE(preview.text.find("the target is 1.202 m from the robot's mass centre"), std::string::npos)
      << preview.text;
  estimate.target.valid = false;
  EXPECT_EQ(preview_capture(config.controller, config.experiment, estimate).text, "the target is not seen");
}

TEST(Preview, SaysThatAMovingTargetStaysOutOfReach) {
  const Preview preview = preview_of(
      load("moving_target.yaml", {"target.position_m=[-0.85,-0.5]", "target.velocity_m_s=[0,0.06]"}));
  EXPECT_EQ(preview.status, Preview::Status::kRefused);
  EXPECT_NE(preview.text.find("never comes nearer than 0.85"), std::string::npos) << preview.text;
}

TEST(Preview, SaysHowLongAFastTargetIsInReach) {
  const Preview preview = preview_of(
      load("moving_target.yaml", {"target.position_m=[-0.6,-0.8]", "target.velocity_m_s=[0.2,0.3]"}));
  EXPECT_EQ(preview.status, Preview::Status::kRefused);
  EXPECT_NE(preview.text.find("the target is in reach from"), std::string::npos) << preview.text;
}

/// The robot turns and drifts while it is checked and armed.
TEST(Preview, BeginsWhereTheRobotHasDriftedTo) {
  RunConfig config = load("standing_target.yaml");
  const StateEstimate at_rest = estimate_at_start(config);
  config.sim.start.v_WB = {0.01, 0.0};
  const StateEstimate drifted = estimate_at_start(config);
  EXPECT_NEAR((drifted.p_WG - at_rest.p_WG).x(), 0.01 * 1.2, 1e-12);
  EXPECT_NEAR((drifted.p_WE - at_rest.p_WE).x(), 0.01 * 1.2, 1e-12);
  EXPECT_GT(drifted.linear_momentum.x(), 0.0);
}

TEST(Preview, KnowsWhetherTheArmRestsUntilTheCapture) {
  EXPECT_TRUE(arm_rests_until_capture(load("moving_target.yaml").experiment));
  EXPECT_FALSE(arm_rests_until_capture(load("reorient.yaml").experiment));
}

TEST(Preview, OfAPathEndsWhereThePathDoes) {
  const RunConfig config = load("circle.yaml");
  const std::optional<Preview> preview = preview_run(config, false);
  ASSERT_TRUE(preview);
  EXPECT_NE(preview->status, Preview::Status::kRefused) << preview->text;
  // 2 pi 0.08 m at 0.05 m/s, and the way to the circle.
  EXPECT_GT(preview->seconds, 10.0);
  EXPECT_LT(preview->seconds, 15.0);
  const CirclePath& circle = *config.controller.paths[0].circle;
  for (const Vector2& p : preview->wanted) EXPECT_NEAR((p - circle.centre).norm(), 0.08, 1e-12);
  EXPECT_LT((preview->path.back() - preview->wanted.back()).norm(), 0.001);
  EXPECT_NE(preview->text.find("the path of 0.50 m is followed to its end"), std::string::npos)
      << preview->text;
  EXPECT_EQ(preview->text.find("meet"), std::string::npos);
  EXPECT_GT(preview->smallest_sigma, 0.0);
  EXPECT_LT(preview->rate_margin, 1.0);
}

TEST(Preview, RefusesAPathThatLeavesTheWorkspace) {
  RunConfig config = load("circle.yaml");
  config.controller.paths[0].circle->centre = {-0.55, -0.2};
  const std::optional<Preview> preview = preview_run(config, false);
  ASSERT_TRUE(preview);
  EXPECT_EQ(preview->status, Preview::Status::kRefused);
  EXPECT_NE(preview->text.find("beyond the outer edge"), std::string::npos) << preview->text;
}

TEST(Preview, OfAPostureEndsInIt) {
  RunConfig config = load("circle.yaml");
  Phase& phase = config.experiment.phases[3];
  phase.kind = PhaseKind::kMoveTo;
  phase.posture = Eigen::Vector2d(deg_to_rad(150.0), deg_to_rad(-40.0));
  phase.posture_rate = deg_to_rad(30.0);
  phase.turn_tolerance = deg_to_rad(0.5);
  const std::optional<Preview> preview = preview_run(config, false);
  ASSERT_TRUE(preview);
  EXPECT_EQ(preview->status, Preview::Status::kGood) << preview->text;
  EXPECT_LT((preview->steps.back().robot.joints - phase.posture).lpNorm<Eigen::Infinity>(),
            phase.turn_tolerance);
  // 35 deg at 30 deg/s, its ramps, and the rest at its end.
  EXPECT_GT(preview->seconds, 35.0 / 30.0);
  EXPECT_LT(preview->seconds, 3.0);
  EXPECT_NE(preview->text.find("the posture is reached after"), std::string::npos) << preview->text;
  // No momentum at the start, none on the way: the satellite turns against the arm.
  const PlanarModel model(config.controller.robot);
  for (std::size_t i = 1; i < preview->steps.size(); ++i) {
    const RobotState& before = preview->steps[i - 1].robot;
    const RobotState& after = preview->steps[i].robot;
    const AngularInertia inertia =
        compute_angular_inertia(model, compute_posture(0.0, 0.5 * (before.joints + after.joints)));
    EXPECT_NEAR(inertia.satellite * (after.theta_WB - before.theta_WB) +
                    inertia.joints.dot(after.joints - before.joints),
                0.0, 1e-6);
  }
  const RobotState& begin = preview->steps.front().robot;
  EXPECT_GT(std::abs(preview->steps.back().robot.theta_WB - begin.theta_WB), deg_to_rad(1.0));
  phase.posture[1] = deg_to_rad(400.0);
  const std::optional<Preview> refused = preview_run(config, false);
  EXPECT_EQ(refused->status, Preview::Status::kRefused);
  EXPECT_NE(refused->text.find("joint 2 may stand from"), std::string::npos) << refused->text;
}

TEST(Preview, IsNotOfAPathBehindWhatMovesTheArm) {
  EXPECT_EQ(first_motion(load("warm_up.yaml").experiment), nullptr);
  EXPECT_FALSE(preview_run(load("warm_up.yaml"), false));
}

TEST(Preview, IsOfTheTargetThatIsCapturedFirst) {
  const RunConfig left = load("two_targets.yaml");
  const RunConfig right = load("two_targets.yaml", {"phases[3].target=right", "phases[6].target=left"});
  EXPECT_EQ(estimate_at_start(left).target.p_WT, left.sim.target.start.p);
  EXPECT_EQ(estimate_at_start(right).target.p_WT, right.sim.more_targets[0].start.p);
  const Preview preview = preview_of(right);
  EXPECT_NE(preview.status, Preview::Status::kRefused) << preview.text;
  EXPECT_LT((*preview.meeting - right.sim.more_targets[0].start.p).norm(), 1e-9);
}

}  // namespace
}  // namespace freefloat
