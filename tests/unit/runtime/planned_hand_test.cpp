#include "runtime/planned_hand.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

struct UrgentRun {
  RunConfig config;
  std::deque<CycleRecord> cycles;
};

UrgentRun urgent_run(std::vector<std::string> overrides) {
  overrides.insert(overrides.end(), {"guidance.urgency=1", "simulation.imaging.render=false"});
  UrgentRun run;
  run.config =
      load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", std::move(overrides));
  RunSession session(run.config);
  session.add({.on_cycle = [&](const CycleRecord& record) { run.cycles.push_back(record); }});
  session.run();
  return run;
}

TEST(PlannedHand, GoesWhereThePlanHadItWhenItWasMade) {
  const UrgentRun run = urgent_run({});
  const PlannedHand compared = compare_with_plan(run.config.controller, run.cycles);
  EXPECT_EQ(compared.error.size(), run.cycles.size());
  EXPECT_LT(compared.rms, 3e-3);
  EXPECT_LT(compared.largest, 8e-3);
  EXPECT_GT(compared.largest, 0.0);
}

TEST(PlannedHand, IsThatOfAnotherPlanWithoutTheFallOfTheTable) {
  UrgentRun run = urgent_run({"simulation.residuals.tilt_g=1e-3"});
  const double with_fall = compare_with_plan(run.config.controller, run.cycles).largest;
  for (CycleRecord& cycle : run.cycles) cycle.output.guidance.meeting.fall.setZero();
  const double without = compare_with_plan(run.config.controller, run.cycles).largest;
  for (CycleRecord& cycle : run.cycles) cycle.output.guidance.meeting.planned = false;
  EXPECT_TRUE(std::isnan(compare_with_plan(run.config.controller, run.cycles).rms));
  EXPECT_GT(without, with_fall + 2e-3);
}

TEST(PlannedHand, SaysTheWayAndWhatItWasChosenFrom) {
  MeetingOutput meeting;
  EXPECT_EQ(describe_ways(meeting), "");
  meeting.planned = true;
  meeting.way = MeetingWay::kOverRight;
  meeting.ways[3] = {true, 1.5, 0.0, 0.123, false};
  EXPECT_EQ(describe_ways(meeting),
            "elbow turned over, joint 1 to the right: 1.50 s, smallest singular value 0.123 m; no other way "
            "was found");
  meeting.ways[0] = {true, 2.25, 0.75, 0.02, true};
  EXPECT_EQ(
      describe_ways(meeting),
      "elbow turned over, joint 1 to the right: 1.50 s, smallest singular value 0.123 m. Instead: elbow "
      "kept, joint 1 to the left: 2.25 s, 0.75 s of them waiting for the target, smallest singular value "
      "0.020 m, would touch");
}

}  // namespace
}  // namespace freefloat
