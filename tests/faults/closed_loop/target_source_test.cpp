// A target that a tracker of its own tells, beside the camera that sees the robot: captures succeed, and when
// that tracker fails the robot is held, still seen, and nobody blames the camera.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fault_run.h"
#include "safety/fault_table.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kBreakdown = 3.0;  // s, on the way

std::vector<std::string> with_source(const std::string& more = "") {
  std::vector<std::string> settings{"testbed=" + source_dir() + "/configs/testbeds/camera_and_tracker.yaml",
                                    "simulation.imaging.render=false"};
  if (!more.empty()) settings.push_back(more);
  return settings;
}

/// @param defect Of the target's tracker, from `kBreakdown` until the run's end.
FaultRun run_with_defect(const std::string& defect) {
  FaultRun run({}, with_source("hardware.target_source.emulated.defects=[{defect: " + defect +
                               ", begin_s: 3, end_s: 3600}]"));
  run.run();
  return run;
}

/// What was seen when motion ended after `kBreakdown`.
struct EndOfMotion {
  double after = 1e9;  // s
  CycleOutput output;
};

EndOfMotion how_motion_ended(const FaultRun& run) {
  for (const CycleRecord& record : run.records()) {
    const CycleOutput& output = record.output;
    if (output.now >= at_s(kBreakdown) && output.state != SupervisorState::kActive)
      return {to_seconds(output.now) - kBreakdown, output};
  }
  return {};
}

/// The robot is held with its drives energised, and seen as before.
void expect_held_and_seen(const EndOfMotion& end) {
  EXPECT_EQ(end.output.state, SupervisorState::kHold);
  EXPECT_TRUE(end.output.estimate.valid);
  EXPECT_LT(to_seconds(end.output.estimate.since_frame), 0.1);
  const std::uint32_t of_camera = fault_bit(Fault::kFramesMissing) | fault_bit(Fault::kCameraFrozen) |
                                  fault_bit(Fault::kNoEstimate) | fault_bit(Fault::kHandUncertain);
  EXPECT_EQ(end.output.faults & of_camera, 0u);
}

TEST(TargetSource, TargetIsCapturedByWhatItTellsAlone) {
  FaultRun run({}, with_source());
  run.run();
  EXPECT_TRUE(run.passed()) << run.reasons();
  const auto robot_leds = static_cast<int>(run.config.controller.robot.markers.size());
  std::size_t frames = 0;
  for (const CycleRecord& record : run.records()) {
    if (record.input.markers) {
      EXPECT_EQ(record.input.markers->marker_count, robot_leds);
    }
    if (!record.input.target_markers) continue;
    ++frames;
    EXPECT_EQ(record.input.target_markers->marker_count, robot_leds + 1);
    for (int i = 0; i < robot_leds; ++i) EXPECT_FALSE(record.input.target_markers->markers[i].seen);
  }
  EXPECT_GT(frames, 500u);
}

TEST(TargetSource, FramesKeepTimesOfTheirOwn) {
  FaultRun run({}, with_source("hardware.target_source.emulated.latency_ms=20"));
  run.run();
  EXPECT_TRUE(run.passed()) << run.reasons();
  for (const CycleRecord& record : run.records()) {
    if (!record.input.target_markers || record.output.now < at_s(1.0)) continue;
    const double age = to_seconds(record.input.now - record.input.target_markers->capture_time);
    EXPECT_GT(age, 0.0195);
    EXPECT_LT(age, 0.0305);
  }
}

TEST(TargetSource, EveryThirdFrameLostIsNormal) {
  const FaultRun run = run_with_defect("pictures_lost");
  EXPECT_TRUE(run.passed()) << run.reasons();
}

TEST(TargetSource, SilenceIsALostTargetOfItsTracker) {
  const FaultRun run = run_with_defect("unplugged");
  const EndOfMotion end = how_motion_ended(run);
  EXPECT_LE(end.after, to_seconds(run.config.controller.safety.target_timeout) + 0.06);
  EXPECT_NE(end.output.faults & fault_bit(Fault::kTargetLost), 0u) << run.reasons();
  expect_held_and_seen(end);
  EXPECT_THAT(run.reasons(), AllOf(HasSubstr("target_lost: the target's tracker (emulated motion capture)"),
                                   HasSubstr("told nothing"), Not(HasSubstr("camera"))));
}

TEST(TargetSource, TheSamePlaceAgainIsAFrozenTracker) {
  const FaultRun run = run_with_defect("frozen");
  const EndOfMotion end = how_motion_ended(run);
  EXPECT_LE(end.after, 0.1);
  EXPECT_NE(end.output.faults & fault_bit(Fault::kTargetLost), 0u) << run.reasons();
  expect_held_and_seen(end);
  EXPECT_THAT(run.reasons(), AllOf(HasSubstr("the target's tracker (emulated motion capture) tells the same"),
                                   Not(HasSubstr("camera"))));
}

TEST(TargetSource, JumpContradictsTheTargetsMotion) {
  const FaultRun run = run_with_defect("jump");
  const EndOfMotion end = how_motion_ended(run);
  EXPECT_LE(end.after, to_seconds(run.config.controller.safety.contradiction_for) + 0.05);
  EXPECT_NE(end.output.faults & fault_bit(Fault::kMarkersContradict), 0u) << run.reasons();
  expect_held_and_seen(end);
  EXPECT_THAT(run.reasons(),
              AllOf(HasSubstr("markers_contradict: the target's tracker (emulated motion capture)"),
                    Not(HasSubstr("camera"))));
}

}  // namespace
}  // namespace freefloat
