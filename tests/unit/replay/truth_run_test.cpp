// A world that differs from the files: what a run in it shows, and what its log keeps.
#include <gmock/gmock.h>

#include "hal/sim/true_world.h"
#include "log_folder.h"
#include "replay/replay_controller.h"
#include "support/read_log.h"
#include "support/record_run.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

/// Largest angular momentum that the controller believes in while it moves, N m s.
double largest_momentum(const std::vector<std::string>& settings) {
  const RecordedCapture run = record_capture("standing_target.yaml", settings);
  double largest = 0.0;
  for (const CycleOutput& output : run.outputs) {
    if (output.state == SupervisorState::kActive)
      largest = std::max(largest, std::abs(output.estimate.angular_momentum));
  }
  return largest;
}

TEST(TruthRun, AWrongMassShowsInTheMomentumEstimate) {
  const double right = largest_momentum({"simulation.residuals.tilt_g=0"});
  const double wrong =
      largest_momentum({"simulation.residuals.tilt_g=0", "simulation.truth.robot.links[1].mass_kg=1.2"});
  EXPECT_GT(wrong, 2.0 * right);
}

TEST(TruthRun, ATruthThatSaysNothingChangesNothing) {
  const RecordedCapture plain = record_capture("standing_target.yaml", {});
  const RecordedCapture same =
      record_capture("standing_target.yaml", {"simulation.truth.robot.links[1].mass_kg=0.620"});
  ASSERT_EQ(plain.outputs.size(), same.outputs.size());
  for (std::size_t i = 0; i < plain.inputs.size(); ++i) {
    ASSERT_EQ(plain.inputs[i].joints.has_value(), same.inputs[i].joints.has_value());
    if (plain.inputs[i].joints) {
      ASSERT_EQ(plain.inputs[i].joints->sample_time, same.inputs[i].joints->sample_time);
    }
  }
  EXPECT_TRUE(same.passed);
}

class TruthLog : public ReplayedLogs {};

TEST_F(TruthLog, TellsTheTruthAndReplaysBitForBit) {
  const std::string log = path("truth.mcap");
  const std::vector<std::string> settings{"simulation.imaging.render=false",
                                          "simulation.truth.spread.mass=0.1",
                                          "simulation.truth.spread.pot_offset_deg=0.2"};
  record_run(experiment("standing_target"), settings, log);

  const RunConfig config = load_experiment(experiment("standing_target"), settings);
  const TrueWorld world =
      draw_world(config.sim, config.controller.robot, config.controller.table, config.camera);
  const LogContents contents = *read_run_log(log);
  EXPECT_EQ(std::stod(contents.metadata_value(kTruthMetadata, "robot.links[1].mass_kg")),
            world.robot.links[1].mass);
  EXPECT_NE(world.robot.links[1].mass, config.controller.robot.links[1].mass);
  EXPECT_NE(contents.metadata_value(kTruthMetadata, "drives[0].pot_offset_deg"), "0");

  ControllerReplay replay(log, {});
  while (const RunItem* item = replay.next()) {
    if (item->cycle != nullptr) replay.step(item->cycle->input);
  }
  EXPECT_TRUE(replay.result().same());
  EXPECT_TRUE(replay.result().covers_all());
}

}  // namespace
}  // namespace freefloat
