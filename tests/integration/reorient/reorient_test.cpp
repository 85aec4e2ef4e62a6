#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// What a run of configs/experiments/reorient.yaml really did, by the simulation's own knowledge.
struct TurnedRun {
  PhaseResult outcome;
  RobotState before;            ///< at the phase's begin
  RobotState after;             ///< at its end
  double largest_motion = 0.0;  ///< of a joint away from where it was, rad
};

TurnedRun run_turn(std::vector<std::string> overrides, bool pictures = false) {
  if (!pictures) overrides.emplace_back("simulation.imaging.render=false");
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/reorient.yaml", overrides);
  const auto& phases = config.experiment.phases;
  const std::size_t phase = std::find_if(phases.begin(), phases.end(),
                                         [](const Phase& p) { return p.kind == PhaseKind::kReorient; }) -
                            phases.begin();
  TurnedRun turned;
  bool begun = false;
  RunSession run(config);
  run.add({.on_cycle = [&](const CycleRecord& record) {
    if (record.input.op.task != Task::kReorient || record.output.state != SupervisorState::kActive) return;
    if (!begun) turned.before = record.truth->robot;
    begun = true;
    turned.after = record.truth->robot;
    turned.largest_motion = std::max(turned.largest_motion,
                                     (turned.after.joints - turned.before.joints).lpNorm<Eigen::Infinity>());
  }});
  run.run();
  turned.outcome = run.phases().results().at(phase);
  EXPECT_TRUE(begun);
  return turned;
}

void expect_turned(const TurnedRun& run, double turn_deg) {
  EXPECT_EQ(run.outcome.verdict, Verdict::kPassed) << run.outcome.reason;
  EXPECT_NEAR(rad_to_deg(run.after.theta_WB - run.before.theta_WB), turn_deg, 0.5);
  EXPECT_LT(rad_to_deg((run.after.joints - run.before.joints).lpNorm<Eigen::Infinity>()), 0.5);
  EXPECT_GT(rad_to_deg(run.largest_motion), 20.0);
}

TEST(Reorient, TurnsTheSatelliteByThirtyDegreesFromPictures) {
  expect_turned(run_turn({}, true), 30.0);
}

TEST(Reorient, TurnsTheOtherWayFromAnotherPosture) {
  expect_turned(run_turn({"phases[3].turn_deg=-30", "start.joints_deg=[-70, 40]", "seed=2"}), -30.0);
}

TEST(Reorient, TurnsByASmallAngle) {
  expect_turned(run_turn({"phases[3].turn_deg=10", "seed=3"}), 10.0);
}

TEST(Reorient, SucceedsOnTheTableAsItUsuallyIs) {
  expect_turned(run_turn({"simulation.residuals.tilt_g=2.0e-5", "seed=4"}), 30.0);
}

TEST(Reorient, SaysBeforehandThatATiltedTableLeavesTooLittleTime) {
  for (const char* seed : {"seed=1", "seed=2", "seed=3"}) {
    const TurnedRun run = run_turn({"simulation.residuals.tilt_g=1.0e-3", seed});
    EXPECT_EQ(run.outcome.verdict, Verdict::kFailed);
    EXPECT_THAT(run.outcome.reason, HasSubstr("reaches the table's edge margin in"));
    EXPECT_LT(rad_to_deg(run.largest_motion), 1.0) << "said before the arm moved";
    EXPECT_LT(to_seconds(run.outcome.end - run.outcome.begin), 5.0);
  }
}

}  // namespace
}  // namespace freefloat
