// Runs whose target is told by a tracker of its own, with a clock and a delay of its own.
#include <gtest/gtest.h>

#include <atomic>

#include "replay/branch_run.h"
#include "replay/replay_controller.h"
#include "unit/replay/log_folder.h"

namespace freefloat {
namespace {

class TargetSourceReplay : public ReplayedLogs {
 protected:
  std::string record_with_source() const {
    return record("run.mcap", {"testbed=" + source_dir() + "/configs/testbeds/camera_and_tracker.yaml",
                               "hardware.target_source.emulated.latency_ms=20",
                               "hardware.target_source.emulated.loss=0.05"});
  }
};

TEST_F(TargetSourceReplay, GivesEveryBitFromTheStart) {
  const ReplayResult result = replay_controller(record_with_source(), {});
  EXPECT_TRUE(result.same());
  EXPECT_GT(result.cycles, 300u);
  EXPECT_GT(result.states, 2u);
  EXPECT_EQ(result.skipped, 0u);
}

TEST_F(TargetSourceReplay, GivesEveryBitFromTheMiddle) {
  ReplayOptions options;
  options.from = Time{from_seconds(4.5)};
  const std::string log = record_with_source();
  ControllerReplay replay(log, options);
  TargetSourceMemory memory;
  std::uint64_t frames = 0;
  while (const RunItem* item = replay.next()) {
    if (const auto told = replay.take(kTargetSourceStateTopic); told) memory = *told;
    if (item->cycle == nullptr) continue;
    frames += item->cycle->input.target_markers ? 1 : 0;
    replay.step(item->cycle->input);
  }
  const ReplayResult result = replay.result();
  EXPECT_TRUE(result.started_from_state);
  EXPECT_TRUE(result.same());
  EXPECT_GT(result.cycles, 50u);
  EXPECT_GT(frames, 50u);
  EXPECT_TRUE(memory.any());
  EXPECT_TRUE(memory.repetition.wavers);
}

// A branch goes on in the simulated testbed alone, whose camera sees the target.
TEST_F(TargetSourceReplay, BranchCapturesWithTheCameraAlone) {
  const std::atomic<bool> stop = false;
  const BranchResult result = branch_run(record_with_source(), Time{from_seconds(3.0)}, {}, stop);
  EXPECT_TRUE(result.passed);
}

TEST_F(TargetSourceReplay, KnowsNoTargetFromTheRobotsPictures) {
  const std::string log = record_with_source();
  ControllerReplay replay(log, {});
  const std::size_t robot_leds = replay.config().controller.robot.markers.size();
  std::uint64_t seen = 0;
  while (const RunItem* item = replay.next()) {
    if (item->cycle == nullptr) continue;
    CycleInput input = item->cycle->input;
    if (input.markers) {
      EXPECT_EQ(input.markers->marker_count, robot_leds);
    }
    input.target_markers.reset();
    // What the hand holds is where the hand is.
    if (input.joints && input.joints->gripper == GripperState::kHolding) break;
    const CycleOutput* output = replay.step(input);
    seen += output != nullptr && output->estimate.target.valid ? 1 : 0;
  }
  EXPECT_EQ(seen, 0u);
}

}  // namespace
}  // namespace freefloat
