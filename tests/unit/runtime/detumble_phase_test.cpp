#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/phase_runner.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// Plays the controller in one phase that wants 0.5 deg/s at most. @return How it was judged.
PhaseResult end_detumbling(double dictated_deg_s, double least_deg_s, double measured_deg_s) {
  Experiment experiment;
  Phase phase;
  phase.kind = PhaseKind::kDetumble;
  phase.timeout = from_seconds(60.0);
  phase.most_rate = deg_to_rad(0.5);
  experiment.phases = {phase};
  PhaseRunner runner(experiment);
  CycleOutput output;
  output.state = SupervisorState::kActive;
  output.guidance.status = TaskStatus::kRunning;
  for (int i = 0; i < 2; ++i) {
    output.now += std::chrono::milliseconds(10);
    const OperatorCommand op = runner.next_command(output.now);
    EXPECT_EQ(op.task, Task::kDetumble);
    EXPECT_EQ(op.most_rate, deg_to_rad(0.5));
    runner.observe(output, nullptr);
    output.guidance.status = TaskStatus::kDone;
    output.guidance.detumble = {0.1, deg_to_rad(dictated_deg_s), deg_to_rad(least_deg_s),
                                deg_to_rad(measured_deg_s)};
  }
  return runner.results()[0];
}

TEST(DetumblePhase, PassesBelowTheRateWanted) {
  const PhaseResult result = end_detumbling(-0.45, -0.4, -0.44);
  EXPECT_EQ(result.verdict, Verdict::kPassed);
  EXPECT_THAT(result.reason, HasSubstr("turns at 0.44 deg/s"));
  EXPECT_THAT(result.reason, HasSubstr("dictates 0.45 deg/s"));
}

TEST(DetumblePhase, PassesAtTheLeastRateThatMomentumLeavesAndSaysSo) {
  const PhaseResult result = end_detumbling(1.2, 1.2, 1.22);
  EXPECT_EQ(result.verdict, Verdict::kPassed);
  EXPECT_THAT(result.reason, HasSubstr("1.20 deg/s with the arm stretched"));
  EXPECT_THAT(result.reason, HasSubstr("0.50 deg/s cannot be"));
}

TEST(DetumblePhase, FailsAboveBoth) {
  EXPECT_EQ(end_detumbling(1.2, 0.6, 1.2).verdict, Verdict::kFailed);
}

TEST(DetumblePhase, FailsWhereTheRateIsNotWhatMomentumDictates) {
  EXPECT_EQ(end_detumbling(0.1, 0.1, -0.3).verdict, Verdict::kFailed);
}

}  // namespace
}  // namespace freefloat
