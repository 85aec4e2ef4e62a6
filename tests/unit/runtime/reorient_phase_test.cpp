#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/explain_turn.h"
#include "runtime/phase_runner.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// Plays the controller in one phase that turns by 30 deg within 0.5 deg.
class ReorientPhase : public testing::Test {
 protected:
  ReorientPhase() : runner_(experiment()) {
    output_.state = SupervisorState::kActive;
    output_.estimate.valid = true;
    output_.estimate.robot.theta_WB = 0.4;
    output_.estimate.robot.joints = Eigen::Vector2d(0.1, 0.2);
    output_.guidance.status = TaskStatus::kRunning;
    command_ = cycle();
  }

  OperatorCommand cycle() {
    output_.now += std::chrono::milliseconds(10);
    const OperatorCommand op = runner_.next_command(output_.now);
    runner_.observe(output_, nullptr);
    return op;
  }

  /// The controller says that it is done.
  const PhaseResult& end(double turned_deg, double joint_off_deg) {
    output_.guidance.status = TaskStatus::kDone;
    output_.guidance.reorientation.loops = 2;
    output_.estimate.robot.theta_WB = 0.4 + deg_to_rad(turned_deg);
    output_.estimate.robot.joints[1] += deg_to_rad(joint_off_deg);
    cycle();
    return runner_.results()[0];
  }

  PhaseRunner runner_;
  CycleOutput output_;
  OperatorCommand command_;

 private:
  static Experiment experiment() {
    Experiment experiment;
    Phase phase;
    phase.kind = PhaseKind::kReorient;
    phase.timeout = from_seconds(60.0);
    phase.turn = deg_to_rad(30.0);
    phase.turn_tolerance = deg_to_rad(0.5);
    experiment.phases = {phase};
    return experiment;
  }
};

TEST_F(ReorientPhase, AsksForTheTurn) {
  EXPECT_EQ(command_.request, Request::kActivate);
  EXPECT_EQ(command_.task, Task::kReorient);
  EXPECT_DOUBLE_EQ(command_.turn, deg_to_rad(30.0));
  EXPECT_DOUBLE_EQ(command_.turn_tolerance, deg_to_rad(0.5));
  EXPECT_FALSE(runner_.finished());
}

TEST_F(ReorientPhase, PassesWithinItsToleranceAndTellsTheNumbers) {
  const PhaseResult& outcome = end(29.7, -0.2);
  EXPECT_EQ(outcome.verdict, Verdict::kPassed);
  ASSERT_TRUE(outcome.achieved_turn);
  EXPECT_NEAR(rad_to_deg(outcome.achieved_turn->turned), 29.7, 1e-9);
  EXPECT_NEAR(rad_to_deg(outcome.achieved_turn->error), -0.3, 1e-9);
  EXPECT_NEAR(rad_to_deg(outcome.achieved_turn->joint_error), 0.2, 1e-9);
  EXPECT_EQ(runner_.take_events().back().number_count, 4u);
}

TEST_F(ReorientPhase, FailsWhenTheSatelliteIsOff) {
  EXPECT_EQ(end(29.4, 0.0).verdict, Verdict::kFailed);
}

TEST_F(ReorientPhase, FailsWhenAJointIsNotBack) {
  EXPECT_EQ(end(30.0, 0.6).verdict, Verdict::kFailed);
}

TEST_F(ReorientPhase, FailsAtOnceWithTheNumbersWhenThereIsNoTime) {
  output_.guidance.status = TaskStatus::kUnreachable;
  output_.guidance.reorientation.needed_time = 85.0;
  output_.guidance.reorientation.available_time = 9.0;
  output_.guidance.reorientation.drift_acceleration = {0.0, 0.0098};
  cycle();
  EXPECT_EQ(runner_.results()[0].verdict, Verdict::kFailed);
  EXPECT_THAT(runner_.results()[0].reason, HasSubstr("needs 85 s"));
  EXPECT_THAT(runner_.results()[0].reason, HasSubstr("9.80 mm/s^2 reaches"));
  EXPECT_THAT(runner_.results()[0].reason, HasSubstr("margin in 9 s"));
}

TEST_F(ReorientPhase, FailsWhenTheRobotIsHeldUp) {
  output_.state = SupervisorState::kHold;
  cycle();
  EXPECT_EQ(runner_.results()[0].verdict, Verdict::kFailed);
}

TEST(FailedTurn, IsToldByItsCause) {
  ReorientationOutput turn;
  EXPECT_THAT(explain_failed_turn(turn), HasSubstr("no loop of two joints"));
  turn.needed_time = 20.0;
  turn.available_time = 30.0;
  EXPECT_THAT(explain_failed_turn(turn), HasSubstr("swings the satellite over"));
}

}  // namespace
}  // namespace freefloat
