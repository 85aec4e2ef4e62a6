// How a hand comes to a target whose approach_deg is given: judged by the simulation's own knowledge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "config/load/load_experiment.h"
#include "guidance/approach_line.h"
#include "runtime/preview.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

struct Approached {
  PhaseResult capture;
  bool passed = false;
  double hand_error = 0.0;  ///< true angle of the hand from the line when the gripper was told to close, rad
  ApproachWatch watch;      ///< of the true hand
};

RunConfig load(const std::string& experiment, std::vector<std::string> settings) {
  settings.emplace_back("simulation.imaging.render=false");
  return load_experiment(source_dir() + "/configs/experiments/" + experiment, settings);
}

Approached run(const RunConfig& config) {
  Approached result;
  const Phase& phase = *first_capture(config.experiment);
  bool closed = false;
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) {
    const CycleOutput& output = record.output;
    const bool capturing = is_capture(record.input.op.task) && output.guidance.status == TaskStatus::kRunning;
    if (!capturing || closed || !phase.approach) return;
    closed = output.command.close_gripper;
    StateEstimate truth;
    truth.robot = record.truth->robot;
    truth.target.turns = true;
    truth.target.theta_WT = record.truth->target.theta;
    truth.target.w_WT = record.truth->target.w;
    const ApproachLine line = lay_approach(*phase.approach, truth, output.now, true);
    TaskSpaceState task;
    task.p_WE = record.truth->p_WE;
    task.p_WT = record.truth->target.p;
    result.watch.add(line, task, truth.robot.theta_WB + truth.robot.joints.sum(), output.now);
    result.hand_error = result.watch.hand_error();
  }});
  session.run();
  result.passed = session.phases().passed();
  for (const PhaseResult& done : session.finish().phases) {
    if (is_capture(done.kind)) result.capture = done;
  }
  return result;
}

TEST(Approach, OfThreeJointsTurnsTheHandWithATumblingTarget) {
  for (int seed = 1; seed <= 3; ++seed) {
    const Approached reached = run(load("approach.yaml", {"seed=" + std::to_string(seed)}));
    EXPECT_TRUE(reached.passed) << reached.capture.reason;
    EXPECT_LT(std::abs(rad_to_deg(reached.hand_error)), 3.0) << seed;
    EXPECT_LT(std::abs(rad_to_deg(reached.watch.way_error())), 15.0) << seed;
    EXPECT_THAT(reached.capture.reason, HasSubstr("off approach_deg, turned"));
  }
}

TEST(Approach, PlannedInTimeComesSoonerAndNearerToTheLine) {
  const auto seconds = [](const Approached& reached) {
    return to_seconds(reached.capture.end - reached.capture.begin);
  };
  const Approached calm = run(load("approach.yaml", {}));
  const Approached urgent = run(load("approach.yaml", {"guidance.urgency=1"}));
  EXPECT_TRUE(urgent.passed) << urgent.capture.reason;
  EXPECT_LT(seconds(urgent), 0.8 * seconds(calm));
  EXPECT_LT(std::abs(rad_to_deg(urgent.hand_error)), 1.0);
  EXPECT_LT(std::abs(rad_to_deg(urgent.watch.way_error())), 2.0);
}

TEST(Approach, PlannedInTimeOfTwoJointsComesFromAnywhere) {
  for (const int direction : {-120, 0, 60, 180}) {
    const Approached reached = run(load(
        "standing_target.yaml", {"target.approach_deg=" + std::to_string(direction), "guidance.urgency=1"}));
    EXPECT_TRUE(reached.passed) << direction << reached.capture.reason;
    EXPECT_LT(std::abs(rad_to_deg(reached.watch.way_error())), 2.0) << direction;
  }
}

TEST(Approach, OfTwoJointsComesAlongTheLine) {
  for (const int direction : {60, 100, 140}) {
    const Approached reached =
        run(load("standing_target.yaml", {"target.approach_deg=" + std::to_string(direction)}));
    EXPECT_TRUE(reached.passed) << direction << reached.capture.reason;
    EXPECT_LT(std::abs(rad_to_deg(reached.watch.way_error())), 15.0) << direction;
    EXPECT_THAT(reached.capture.reason, HasSubstr("off approach_deg"));
  }
}

TEST(Approach, IsPredictedAsItIsDone) {
  for (const char* const urgency : {"guidance.urgency=0", "guidance.urgency=1"}) {
    const RunConfig config = load("approach.yaml", {urgency});
    const Preview preview = preview_capture(config.controller, config.experiment, estimate_at_start(config));
    EXPECT_NE(preview.status, Preview::Status::kRefused) << preview.text;
    ASSERT_TRUE(preview.approach);
    EXPECT_TRUE(preview.approach->within_tolerance());
    EXPECT_TRUE(preview.approach->hand_turned);
    EXPECT_THAT(describe_preview(preview, config.experiment), HasSubstr("the hand comes at most"));
    const PhaseResult capture = run(config).capture;
    EXPECT_NEAR(preview.seconds, to_seconds(capture.end - capture.begin), 0.5) << urgency;
  }
}

TEST(Approach, ThatNoPathHasIsRefusedWithTheNearestDirectionThatOneHas) {
  // The hand would have to look back at its satellite: the joints turn too little for that.
  const std::vector<std::string> settings{"start.joints_deg=[40,60,20]", "robot.joints[1].min_deg=-150",
                                          "robot.joints[1].max_deg=150", "robot.joints[2].min_deg=-90",
                                          "robot.joints[2].max_deg=90",  "target.attitude_rate_deg_s=0",
                                          "target.velocity_m_s=[0,0]",   "target.position_m=[0,0.42]",
                                          "target.mount=table",          "phases[3].phase=capture_standing"};
  const auto preview_from = [&](const std::string& direction) {
    std::vector<std::string> all = settings;
    all.push_back("target.approach_deg=" + direction);
    const RunConfig config = load("approach.yaml", all);
    return preview_capture(config.controller, config.experiment, estimate_at_start(config));
  };
  const Preview refused = preview_from("180");
  EXPECT_EQ(refused.status, Preview::Status::kRefused);
  EXPECT_THAT(refused.text, HasSubstr("a joint would reach its limit"));
  EXPECT_THAT(refused.text,
              HasSubstr("the nearest direction to approach_deg from which it can is 75 deg, 105 deg off"));
  EXPECT_NE(preview_from("75").status, Preview::Status::kRefused);
}

}  // namespace
}  // namespace freefloat
