// Motion capture that fails after motion has begun: the monitors of the camera see it, within the same
// bounds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fault_run.h"
#include "safety/fault_table.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

constexpr double kBegin = 3.0;  // s, on the way

class TrackerFault : public testing::TestWithParam<const char*> {};

/// @param defect Of the emulated tracker, from `kBegin` until the run's end; empty: none.
FaultRun run_with_tracker(const std::string& defect, double end = 3600.0) {
  const std::string testbed = TrackerFault::GetParam();
  std::vector<std::string> settings{"testbed=" + source_dir() + "/configs/testbeds/" + testbed + ".yaml"};
  if (!defect.empty()) {
    settings.push_back("hardware.camera.emulated.defects=[{defect: " + defect +
                       ", begin_s: " + std::to_string(kBegin) + ", end_s: " + std::to_string(end) + "}]");
  }
  FaultRun run({}, settings);
  run.run();
  return run;
}

/// @return How long motion went on after `kBegin`, s, and what was seen when it ended.
std::pair<double, std::uint32_t> end_of_motion(const FaultRun& run) {
  for (const CycleRecord& record : run.records()) {
    const CycleOutput& output = record.output;
    if (output.now >= at_s(kBegin) && output.state != SupervisorState::kActive)
      return {to_seconds(output.now) - kBegin, output.faults};
  }
  return {1e9, 0};
}

TEST_P(TrackerFault, NothingHappensWithoutOne) {
  const FaultRun run = run_with_tracker("");
  EXPECT_TRUE(run.passed()) << run.reasons();
}

TEST_P(TrackerFault, EveryThirdFrameLostIsNormal) {
  const FaultRun run = run_with_tracker("pictures_lost");
  EXPECT_TRUE(run.passed()) << run.reasons();
}

TEST_P(TrackerFault, FramesThatStayAwayAreMissed) {
  const FaultRun run = run_with_tracker("unplugged");
  const auto [after, faults] = end_of_motion(run);
  EXPECT_LE(after, to_seconds(run.config.controller.safety.frame_timeout) + 0.06);
  EXPECT_NE(faults & fault_bit(Fault::kFramesMissing), 0u) << run.reasons();
}

TEST_P(TrackerFault, TheSamePosesAgainAreAFrozenCamera) {
  const FaultRun run = run_with_tracker("frozen");
  const auto [after, faults] = end_of_motion(run);
  EXPECT_LE(after, 0.1);
  EXPECT_NE(faults & fault_bit(Fault::kCameraFrozen), 0u) << run.reasons();
}

TEST_P(TrackerFault, JumpContradictsTheMotion) {
  const FaultRun run = run_with_tracker("jump");
  const auto [after, faults] = end_of_motion(run);
  EXPECT_LE(after, 0.3);
  EXPECT_NE(faults & (fault_bit(Fault::kMarkersContradict) | fault_bit(Fault::kHandUncertain)), 0u)
      << run.reasons();
}

TEST_P(TrackerFault, BodiesTakenForOneAnotherContradictTheRobot) {
  const FaultRun run = run_with_tracker("bodies_swapped");
  const auto [after, faults] = end_of_motion(run);
  EXPECT_LE(after, 0.3);
  EXPECT_NE(faults & (fault_bit(Fault::kMarkersContradict) | fault_bit(Fault::kJointDisagreement) |
                      fault_bit(Fault::kHandUncertain)),
            0u)
      << run.reasons();
}

INSTANTIATE_TEST_SUITE_P(Emulated, TrackerFault, testing::Values("natnet", "ros2_poses"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace freefloat
