#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr double kMaxJointRate = 1.571;  // rad/s, of the modern testbed

Time at_s(double seconds) {
  return Time{} + from_seconds(seconds);
}

/// The standing capture, which lasts from 1.05 to 6.2 s when nothing happens, with effects added.
struct FaultRun {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  std::vector<CycleRecord> records;
  std::vector<PhaseResult> outcomes;
  bool passed = false;

  explicit FaultRun(std::vector<ScheduledFault> faults) { config.sim.faults = std::move(faults); }

  void run() {
    RunSession experiment(config);
    experiment.add({.on_cycle = [this](const CycleRecord& record) { records.push_back(record); }});
    experiment.run();
    outcomes = experiment.phases().results();
    passed = experiment.phases().passed();
  }

  const PhaseResult& capture() const { return outcomes[3]; }

  /// @return Largest true joint rate of all joints from then until then, rad/s.
  double fastest(double from, double until) const {
    double rate = 0.0;
    for (const CycleRecord& record : records) {
      if (record.output.now >= at_s(from) && record.output.now < at_s(until))
        rate = std::max(rate, record.truth->robot.joint_rates.cwiseAbs().maxCoeff());
    }
    return rate;
  }
};

TEST(RunWithFault, TwoSecondsWithoutPicturesHoldTheRobotStill) {
  FaultRun run({{SimFault::kFramesDropped, at_s(3.0), at_s(5.0)}});
  run.run();
  EXPECT_EQ(run.capture().verdict, Verdict::kFailed);
  EXPECT_THAT(run.capture().reason, HasSubstr("frames_missing"));
  EXPECT_NEAR(to_seconds(run.capture().end), 3.5, 0.03);
  EXPECT_EQ(run.outcomes[4].verdict, Verdict::kPassed);  // hold
  // While it coasts it goes on as it would have with pictures, then ramps down: never a wild motion.
  FaultRun undisturbed({});
  undisturbed.run();
  for (double t = 3.0; t < 3.5; t += 0.05)
    EXPECT_LT(run.fastest(t, t + 0.05), undisturbed.fastest(t, t + 0.05) + 0.05) << t;
  EXPECT_LT(run.fastest(3.75, 6.0), 0.02);
}

TEST(RunWithFault, HalfASecondWithoutPicturesDoesNotSpoilTheCapture) {
  FaultRun run({{SimFault::kFramesDropped, at_s(3.0), at_s(3.4)}});
  run.run();
  EXPECT_TRUE(run.passed) << run.capture().reason;
}

TEST(RunWithFault, CutLinkIsAFaultAndTheBoardStopsTheJointsByItself) {
  FaultRun run({{SimFault::kLinkCut, at_s(3.0), at_s(60.0)}});
  run.run();
  EXPECT_THAT(run.capture().reason, HasSubstr("feedback_missing"));
  EXPECT_GT(run.fastest(2.9, 3.0), 0.02);
  EXPECT_EQ(run.records.back().output.latched_faults != 0, true);
  // Time-to-live 60 ms and 40 ms of ramp: checked at the plant, whatever the controller does.
  EXPECT_LT(run.fastest(3.11, 60.0), 0.02);
}

TEST(RunWithFault, OneHiddenLedOfTheRobotDoesNotSpoilTheCapture) {
  for (int led = 0; led < 4; ++led) {
    FaultRun run({{SimFault::kMarkerHidden, at_s(1.5), at_s(60.0), led}});
    run.run();
    EXPECT_TRUE(run.passed) << "LED " << led << ": " << run.capture().reason;
  }
}

TEST(RunWithFault, HiddenTargetIsLostAndTheRobotHolds) {
  FaultRun run({{SimFault::kMarkerHidden, at_s(2.5), at_s(60.0), 4}});
  run.run();
  EXPECT_THAT(run.capture().reason, HasSubstr("target_lost"));
  EXPECT_EQ(run.outcomes[4].verdict, Verdict::kPassed);
  EXPECT_LT(run.fastest(to_seconds(run.capture().end) + 0.3, 60.0), 0.02);
}

TEST(RunWithFault, GlareIsNotMistakenForAnLed) {
  FaultRun run({{SimFault::kGlare, at_s(1.5), at_s(60.0)}});
  run.run();
  EXPECT_TRUE(run.passed) << run.capture().reason;
}

TEST(RunWithFault, RestartedBoardStaysOffAndIsNoticed) {
  FaultRun run({{SimFault::kBoardReset, at_s(3.0), at_s(3.0)}});
  run.run();
  EXPECT_EQ(run.capture().verdict, Verdict::kFailed);
  EXPECT_THAT(run.capture().reason, HasSubstr("board"));
  EXPECT_LT(to_seconds(run.capture().end), 3.2);
  for (const CycleRecord& record : run.records) {
    if (record.output.now > at_s(3.05) && record.input.joints) {
      EXPECT_EQ(record.input.joints->board_state, BoardState::kOff);
    }
  }
}

TEST(RunWithFault, StuckTachogeneratorEndsInAFaultWithoutRunningAway) {
  FaultRun run({{SimFault::kTachoStuck, at_s(3.0), at_s(60.0), 0}});
  run.run();
  EXPECT_THAT(run.capture().reason, HasSubstr("board_latched"));
  EXPECT_LT(run.fastest(3.0, 60.0), kMaxJointRate);
  EXPECT_LT(run.fastest(to_seconds(run.capture().end) + 0.3, 60.0), 0.02);
}

TEST(RunWithFault, TargetOutOfReachIsRefusedBeforeMotion) {
  // Inside the arm's longest reach, so that the configuration is accepted, but outside the singularity-free
  // annulus.
  FaultRun run({});
  run.config.sim.target.start.p = {0.56, 0.56};
  run.run();
  EXPECT_EQ(run.capture().verdict, Verdict::kFailed);
  EXPECT_THAT(run.capture().reason, HasSubstr("target_unreachable: no predicted path captures the target"));
  EXPECT_LT(run.fastest(0.0, 60.0), 0.02);
}

}  // namespace
}  // namespace freefloat
