#include "control/plan_capture.h"

#include <gtest/gtest.h>

#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// The published robot at rest, with limits and settings as in the modern testbed.
class PlanCapture : public testing::Test {
 protected:
  static ControllerConfig config() {
    ControllerConfig config;
    config.robot = table2_robot();
    config.robot.joint_limits.assign(2, {-6.1, 6.1, 2.0});
    config.max_joint_rate = deg_to_rad(40.0);
    return config;
  }

  StateEstimate estimate(double theta, double phi1, double phi2, const Vector2& target,
                         const Vector2& velocity = Vector2::Zero()) const {
    StateEstimate estimate;
    estimate.valid = true;
    estimate.robot.theta_WB = theta;
    estimate.robot.joints = Eigen::Vector2d(phi1, phi2);
    estimate.p_WE = compute_hand(setup_.unloaded(), compute_posture(theta, estimate.robot.joints)).p_GX;
    estimate.target.valid = true;
    estimate.target.p_WT = target;
    estimate.target.v_WT = velocity;
    return estimate;
  }

  /// @return Cycles until there is a plan or the target is declared unreachable.
  int plan(CapturePlanner& planner, const StateEstimate& at) const {
    int cycles = 0;
    while (!planner.plan && !planner.unreachable() && cycles < 100000) {
      planner.advance(setup_, at, Vector2::Zero(), moving_);
      ++cycles;
    }
    return cycles;
  }

  ControlSetup setup_{config()};
  bool moving_ = false;  // the target
};

TEST_F(PlanCapture, GoesStraightWhereNothingIsInTheWay) {
  CapturePlanner planner;
  const StateEstimate at = estimate(deg_to_rad(83.0), deg_to_rad(22.0), deg_to_rad(129.0), {0.096, 0.363});
  EXPECT_LT(plan(planner, at), 200);
  ASSERT_TRUE(planner.plan);
  EXPECT_EQ(planner.plan->chart, ChartKind::kCartesian);
  EXPECT_FALSE(planner.plan->unfold);
}

TEST_F(PlanCapture, ReachesATargetBeyondTheHole) {
  CapturePlanner planner;
  const StateEstimate at = estimate(0.3, 0.4, 2.0, Vector2::Zero());
  StateEstimate behind = at;
  behind.target.p_WT = -at.p_WE;  // straight through the mass centre
  plan(planner, behind);
  ASSERT_TRUE(planner.plan);
  EXPECT_NE(planner.plan->chart, ChartKind::kCartesian);
}

TEST_F(PlanCapture, TakesALongerWayThatKeepsClearOfSingularPostures) {
  // The straight line leads past the mass centre: its damped rates would arrive only without noise.
  ControlSetup setup = setup_;
  setup.config.max_joint_rate = deg_to_rad(90.0);
  StateEstimate at = estimate(-1.631762, 1.373265, 0.769133, Vector2::Zero());
  at.target.p_WT = Vector2(-0.322670, -0.038481) - Vector2(0.081433, 0.105169);
  CapturePlanner planner;
  for (int i = 0; i < 10000 && !planner.plan; ++i) planner.advance(setup, at, Vector2::Zero(), false);
  ASSERT_TRUE(planner.plan);
  CapturePrediction along;
  along.begin(at, task_space_state(at, Vector2::Zero(), setup.unloaded(), false), *planner.plan);
  while (along.end == PredictedEnd::kRunning) along.advance(setup, false);
  EXPECT_EQ(along.end, PredictedEnd::kCaptured);
  EXPECT_GT(along.smallest_sigma, setup.config.singularity_threshold);
}

TEST_F(PlanCapture, AsksForLessClearanceTheMoreSearchesHaveFailed) {
  CapturePlanner planner;
  EXPECT_EQ(planner.clearance_share(), 1.0);
  for (const double share : {0.5, 0.25, 0.25}) {
    ++planner.failed_searches;
    EXPECT_EQ(planner.clearance_share(), share);
  }
}

TEST_F(PlanCapture, DeclaresUnreachableWhatIsOutOfReach) {
  CapturePlanner planner;
  plan(planner, estimate(0.3, 0.4, 2.0, {0.95, 0.0}));
  EXPECT_FALSE(planner.plan);
  EXPECT_TRUE(planner.unreachable());
}

TEST_F(PlanCapture, DeclaresUnreachableAMovingTargetThatNeverComesInside) {
  CapturePlanner planner;
  moving_ = true;
  const StateEstimate at = estimate(0.3, 0.4, 2.0, Vector2{0.8, 0.0}, Vector2{0.0, 0.05});
  EXPECT_LT(plan(planner, at), 1000);
  EXPECT_TRUE(planner.unreachable());
}

TEST_F(PlanCapture, MeetsAMovingTargetInsideTheAnnulus) {
  CapturePlanner planner;
  moving_ = true;
  const Vector2 from{-0.817, -0.507};
  const Vector2 velocity{0.038, 0.063};
  const StateEstimate at = estimate(deg_to_rad(19.0), deg_to_rad(-165.0), deg_to_rad(-30.0), from, velocity);
  plan(planner, at);
  ASSERT_TRUE(planner.plan);
  const double meeting = to_seconds(planner.plan->rendezvous - at.at);
  EXPECT_TRUE(setup_.workspace.contains((from + meeting * velocity).norm(), 0.0));
  // The earliest such meeting: not seconds after the target has come in.
  EXPECT_LT(meeting, 12.0);
}

TEST_F(PlanCapture, DropsAPlanWhoseTargetHasGone) {
  for (const bool moving : {false, true}) {
    CapturePlanner planner;
    moving_ = moving;
    StateEstimate at = estimate(0.3, 0.4, 2.0, {0.2, 0.35});
    plan(planner, at);
    ASSERT_TRUE(planner.plan);
    at.target.p_WT = {1.2, 0.0};
    at.target.v_WT = {0.1, 0.0};
    int cycles = 0;
    while (!planner.unreachable() && cycles < 3000) {
      planner.advance(setup_, at, Vector2::Zero(), moving_);
      at.at += from_seconds(0.01);
      ++cycles;
    }
    EXPECT_TRUE(planner.unreachable());
    EXPECT_LT(cycles, 1500);
  }
}

TEST_F(PlanCapture, SearchesAnewWhenTheMeetingHasPassedWithoutACapture) {
  CapturePlanner planner;
  moving_ = true;
  StateEstimate at = estimate(0.3, 0.4, 2.0, {0.2, 0.35}, {0.001, 0.0});
  plan(planner, at);
  ASSERT_TRUE(planner.plan);
  const Time first = planner.plan->rendezvous;
  for (int i = 0; i < 2000; ++i) {  // the hand never moves
    planner.advance(setup_, at, Vector2::Zero(), moving_);
    at.at += from_seconds(0.01);
  }
  ASSERT_TRUE(planner.plan);
  EXPECT_GT(planner.plan->rendezvous, first + from_seconds(10.0));
}

}  // namespace
}  // namespace freefloat
