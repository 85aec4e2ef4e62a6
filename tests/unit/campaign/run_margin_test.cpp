#include "campaign/run_margin.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

PhaseResult passed(PhaseKind kind, double timeout, double took) {
  PhaseResult phase;
  phase.kind = kind;
  phase.timeout = from_seconds(timeout);
  phase.begin = Time{} + from_seconds(1.0);
  phase.end = phase.begin + from_seconds(took);
  phase.verdict = Verdict::kPassed;
  return phase;
}

TEST(RunMargin, IsTheLeastThatWasLeftOfALimit) {
  PhaseResult capture = passed(PhaseKind::kCaptureStanding, 40.0, 10.0);
  capture.capture = {.duration = 10.0, .distance = 0.001, .relative_speed = 0.002};
  const std::vector<PhaseResult> phases{passed(PhaseKind::kCheck, 5.0, 1.0), capture};
  EXPECT_NEAR(run_margin(phases), 0.75, 1e-9) << "time of the capture";
  EXPECT_NEAR(run_margin(phases, 0.004), 0.2, 1e-9) << "true distance, of 5 mm";
  EXPECT_EQ(run_margin(phases, 0.007), 0.0) << "beyond the limit";
}

TEST(RunMargin, IsNoneOfAPhaseThatHasNotPassed) {
  std::vector<PhaseResult> phases{passed(PhaseKind::kCheck, 5.0, 1.0), passed(PhaseKind::kArm, 2.0, 0.1)};
  EXPECT_NEAR(run_margin(phases), 0.8, 1e-9);
  phases[1].verdict = Verdict::kSkipped;
  EXPECT_EQ(run_margin(phases), 0.0);
}

TEST(RunMargin, LooksNoFurtherThanTheLastCapture) {
  PhaseResult release = passed(PhaseKind::kRelease, 5.0, 5.0);
  release.verdict = Verdict::kFailed;
  const std::vector<PhaseResult> phases{passed(PhaseKind::kCaptureMoving, 20.0, 5.0), release};
  EXPECT_NEAR(run_margin(phases), 0.75, 1e-9);
}

TEST(RunMargin, KnowsTheErrorsThatPhasesAreJudgedBy) {
  PhaseResult turn = passed(PhaseKind::kReorient, 0.0, 30.0);
  turn.turn_tolerance = 0.01;
  turn.achieved_turn = {.turned = 1.0, .error = -0.004, .joint_error = 0.001};
  EXPECT_NEAR(run_margin({turn}), 0.6, 1e-9);
  PhaseResult path = passed(PhaseKind::kFollowPath, 0.0, 30.0);
  path.followed.emplace();
  path.followed->rms = 0.0005;
  path.followed->largest = 0.0045;
  EXPECT_NEAR(run_margin({path}), 0.1, 1e-9);
  PhaseResult posture = passed(PhaseKind::kMoveTo, 0.0, 30.0);
  posture.turn_tolerance = 0.01;
  posture.reached = {.joint_error = 0.003};
  EXPECT_NEAR(run_margin({posture}), 0.7, 1e-9) << "no attitude was asked for";
}

}  // namespace
}  // namespace freefloat
