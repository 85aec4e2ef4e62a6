// The robot as a whole is pushed or braked; satellite, target and table's edge come together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "safety/fault_table.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

struct Reacted {
  bool passed = false;
  double after = -1.0;  ///< s; negative: no reaction
  std::uint32_t faults = 0;
  std::string reasons;
};

/// @param fault As in an experiment. @param begin When it comes, s.
Reacted run_with(const std::string& experiment, const std::string& fault, double begin, int seed = 1) {
  const RunConfig config = load_experiment(
      source_dir() + "/configs/experiments/" + experiment,
      {"seed=" + std::to_string(seed), "simulation.imaging.render=false", "safety.momentum_for_ms=150",
       "faults=[{" + fault + ", begin_s: " + std::to_string(begin) + ", end_s: 3600}]"});
  RunSession session(config);
  Reacted reacted;
  session.add({.on_cycle = [&](const CycleRecord& record) {
    const CycleOutput& output = record.output;
    const double since = to_seconds(output.now.time_since_epoch()) - begin;
    if (since < 0.0 || reacted.after >= 0.0 || output.latched_faults == 0) return;
    reacted.after = since;
    reacted.faults = output.latched_faults;
  }});
  session.run();
  reacted.passed = session.phases().passed();
  for (const PhaseResult& phase : session.phases().results()) reacted.reasons += phase.reason + "\n";
  return reacted;
}

TEST(Momentum, APushOnTheSatelliteIsHeldAndCalledSo) {
  double worst = 0.0;
  for (const double begin : {1.5, 2.5, 3.5, 4.5}) {
    const Reacted reacted = run_with("standing_target.yaml", "fault: push, force_n: 1", begin);
    EXPECT_GE(reacted.after, 0.0) << begin;
    EXPECT_LE(reacted.after, 1.0) << begin;
    EXPECT_NE(reacted.faults & fault_bit(Fault::kMomentumChanged), 0u) << begin << reacted.reasons;
    EXPECT_THAT(reacted.reasons, HasSubstr("pushed, braked or short of air"));
    worst = std::max(worst, reacted.after);
  }
  std::printf("held after at most %.0f ms\n", 1e3 * worst);
}

TEST(Momentum, PadsThatTouchTheTableAreHeldWhileTheSatelliteMoves) {
  double worst = 0.0;
  for (int seed = 1; seed <= 5; ++seed) {
    const Reacted reacted =
        run_with("standing_target.yaml", "fault: air_supply_low, share: 0.05, drag_per_s: 1", 1.6, seed);
    EXPECT_GE(reacted.after, 0.0) << seed;
    EXPECT_LE(reacted.after, 1.0) << seed;
    EXPECT_NE(reacted.faults & fault_bit(Fault::kMomentumChanged), 0u) << seed << reacted.reasons;
    worst = std::max(worst, reacted.after);
  }
  std::printf("held after at most %.0f ms\n", 1e3 * worst);
}

TEST(Momentum, IsKeptWellEnoughInEveryCaptureThatNobodyDisturbs) {
  // Capture, and what follows it, brings two bodies together: no reason to hold.
  for (const char* experiment : {"standing_target.yaml", "moving_target.yaml", "irregular_target.yaml"}) {
    for (int seed = 1; seed <= 5; ++seed) {
      const Reacted reacted = run_with(experiment, "fault: link_noise", 0.0, seed);
      constexpr std::uint32_t kNew = fault_bit(Fault::kMomentumChanged) | fault_bit(Fault::kCollision);
      EXPECT_EQ(reacted.faults & kNew, 0u) << experiment << " " << seed << ": " << reacted.reasons;
    }
  }
}

TEST(CollisionInMotion, TargetThatIsThrownAtTheSatelliteIsHeldBeforeItTouches) {
  for (int seed = 1; seed <= 5; ++seed) {
    const Reacted reacted = run_with("moving_target.yaml", "fault: target_push, force_n: 0.3", 1.5, seed);
    EXPECT_GE(reacted.after, 0.0) << seed << reacted.reasons;
    EXPECT_LE(reacted.after, 1.5) << seed;  // 0.3 m/s^2 need 2 s for the way
  }
}

TEST(CollisionInMotion, HandIsHeldBeforeItSwingsOverTheTablesEdge) {
  // The arm, straight up along y, is jogged to the right, where the table ends after 0.4 m.
  const RunConfig config = load_experiment(
      source_dir() + "/configs/experiments/standing_target.yaml",
      {"simulation.imaging.render=false", "target={mount: none}",
       "start={attitude_deg: 0, joints_deg: [80, 0], satellite_position_m: [0.5, 0]}",
       "phases=[{phase: settle, duration_s: 1}, {phase: check, timeout_s: 5}, {phase: arm, timeout_s: 2}, "
       "{phase: jog, joint_rates_deg_s: [-20, 0], duration_s: 6, timeout_s: 10}]"});
  const double edge = 0.5 * config.controller.table.size.x();
  RunSession session(config);
  std::uint32_t faults = 0;
  double farthest = 0.0;
  double fastest = 0.0;
  session.add({.on_cycle = [&](const CycleRecord& record) {
    faults |= record.output.latched_faults;
    farthest = std::max(farthest, record.truth->p_WE.x());
    fastest = std::max(fastest, record.truth->v_WE.norm());
  }});
  session.run();
  EXPECT_FALSE(session.phases().passed());
  EXPECT_NE(faults & fault_bit(Fault::kCollision), 0u);
  EXPECT_GT(fastest, 0.05);
  EXPECT_GT(farthest, edge - 0.1);  // not long before
  EXPECT_LT(farthest, edge + 0.001);
}

}  // namespace
}  // namespace freefloat
