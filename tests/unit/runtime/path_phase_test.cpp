#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/explain_path.h"
#include "runtime/phase_runner.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// Plays the controller in one phase that allows 1 mm RMS and 3 mm.
class PathPhase : public testing::Test {
 protected:
  PathPhase() : runner_(experiment()) {
    output_.state = SupervisorState::kActive;
    output_.estimate.valid = true;
    output_.guidance.status = TaskStatus::kRunning;
    output_.guidance.path.stage = PathStage::kFollow;
    output_.guidance.path.length = 0.5;
  }

  OperatorCommand cycle(double error) {
    output_.now += std::chrono::milliseconds(10);
    output_.guidance.path.error = error;
    const OperatorCommand op = runner_.next_command(output_.now);
    runner_.observe(output_, nullptr);
    return op;
  }

  const PhaseResult& end() {
    output_.guidance.status = TaskStatus::kDone;
    output_.guidance.path.stage = PathStage::kDone;
    cycle(0.0);
    return runner_.results()[0];
  }

  PhaseRunner runner_;
  CycleOutput output_;

 private:
  static Experiment experiment() {
    Phase phase;
    phase.kind = PhaseKind::kFollowPath;
    phase.timeout = from_seconds(60.0);
    phase.path_number = 3;
    phase.max_rms = 0.001;
    phase.max_error = 0.003;
    Experiment experiment;
    experiment.phases = {phase};
    return experiment;
  }
};

TEST_F(PathPhase, AsksForItsPath) {
  const OperatorCommand op = cycle(0.0);
  EXPECT_EQ(op.request, Request::kActivate);
  EXPECT_EQ(op.task, Task::kFollowPath);
  EXPECT_EQ(op.path, 3u);
}

TEST_F(PathPhase, PassesWithinItsTolerancesAndTellsTheNumbers) {
  cycle(0.0006);
  cycle(0.0008);
  const PhaseResult& outcome = end();
  EXPECT_EQ(outcome.verdict, Verdict::kPassed) << outcome.reason;
  ASSERT_TRUE(outcome.followed);
  EXPECT_NEAR(outcome.followed->rms, std::sqrt(0.5e-6), 1e-12);
  EXPECT_EQ(outcome.followed->largest, 0.0008);
  const PhaseEvent event = runner_.take_events().back();
  EXPECT_EQ(event.numbers[0].name.view(), "path_rms_m");
  EXPECT_EQ(event.numbers[1].value, 0.0008);
}

TEST_F(PathPhase, DoesNotJudgeTheWayToThePath) {
  output_.guidance.path.stage = PathStage::kApproach;
  cycle(0.2);
  output_.guidance.path.stage = PathStage::kFollow;
  cycle(0.0005);
  EXPECT_EQ(end().verdict, Verdict::kPassed);
}

TEST_F(PathPhase, FailsByItsMeanAndByItsLargestError) {
  for (int i = 0; i < 100; ++i) cycle(0.0005);
  cycle(0.0031);
  EXPECT_EQ(end().verdict, Verdict::kFailed) << "once too far";
}

TEST_F(PathPhase, FailsWhenTheMeanIsTooLarge) {
  for (int i = 0; i < 100; ++i) cycle(0.0012);
  EXPECT_EQ(end().verdict, Verdict::kFailed);
}

TEST_F(PathPhase, FailsWhenTheErrorIsNoNumber) {
  cycle(0.0001);
  cycle(std::nan(""));
  cycle(0.0001);
  EXPECT_EQ(end().verdict, Verdict::kFailed);
  EXPECT_TRUE(std::isnan(runner_.results()[0].followed->largest));
}

TEST_F(PathPhase, FailsAtOnceWithThePlaceWhereThePathIsRefused) {
  output_.guidance.status = TaskStatus::kUnreachable;
  PathOutput& path = output_.guidance.path;
  path.stage = PathStage::kRefused;
  path.refusal = PathRefusal::kOuterEdge;
  path.refused_at = {0.1, 0.48};
  path.refused_by = 0.0123;
  path.refused_after = 4.5;
  cycle(0.0);
  EXPECT_EQ(runner_.results()[0].verdict, Verdict::kFailed);
  EXPECT_THAT(runner_.results()[0].reason,
              HasSubstr("at [0.100, 0.480] m, 4.5 s from now, the path is 12.3 mm beyond"));
}

TEST_F(PathPhase, FailsWhenTheRobotIsHeldUp) {
  cycle(0.0);
  output_.state = SupervisorState::kHold;
  cycle(0.0);
  EXPECT_EQ(runner_.results()[0].verdict, Verdict::kFailed);
}

TEST(RefusedPath, IsToldForEveryCause) {
  PathOutput path;
  EXPECT_EQ(explain_refused_path(path), "");
  for (const PathRefusal refusal :
       {PathRefusal::kNoSuchPath, PathRefusal::kOuterEdge, PathRefusal::kInnerEdge, PathRefusal::kSingular,
        PathRefusal::kJointLimit, PathRefusal::kRateLimit, PathRefusal::kTableEdge}) {
    path.refusal = refusal;
    EXPECT_GT(explain_refused_path(path).size(), 40u);
    EXPECT_LT(explain_refused_path(path).size(), FixedText<256>::capacity()) << "fits the log";
  }
}

}  // namespace
}  // namespace freefloat
