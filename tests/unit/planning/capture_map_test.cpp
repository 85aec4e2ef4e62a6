#include "planning/capture_map.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "model/guaranteed_workspace.h"
#include "runtime/preview.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

CaptureMap map_of(MapKind kind, const RunConfig& config, int columns, int rows) {
  const ControlSetup setup(config.controller);
  Work work;
  work.jobs = 2;
  return make_capture_map(kind, config, setup, {.columns = columns, .rows = rows, .runs = 1}, work);
}

/// Beyond the annulus some postures lead there, beyond the arm's reach none does.
TEST(CaptureMap, OfStandingTargetsEndsAtTheReachOfTheArm) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  const Annulus reach = reachable_annulus(PlanarModel(config.controller.robot));
  const CaptureMap map = map_of(MapKind::kStanding, config, 9, 9);
  ASSERT_EQ(map.cells.size(), 81u);
  const Vector2 p_WG = estimate_at_start(config).p_WG;
  std::uint64_t with_reason = 0;
  for (const MapCell& cell : map.cells) {
    if (!cell.possible) continue;
    EXPECT_EQ(cell.runs.counted, cell.predicted ? 1u : 0u);
    EXPECT_EQ(cell.why.empty(), cell.predicted && cell.runs.good == 1);
    with_reason += cell.why.empty() ? 0 : 1;
    if ((Vector2(cell.x, cell.y) - p_WG).norm() <= reach.outer) continue;
    EXPECT_FALSE(cell.predicted) << cell.x << " " << cell.y;
    EXPECT_NE(cell.why.find("outside of the singularity-free annulus"), std::string::npos) << cell.why;
  }
  EXPECT_GT(captured_share(map).good, 15u);
  for (const auto& [reason, count] : reasons_of(map)) {
    EXPECT_EQ(reason.find_first_of("0123456789"), std::string::npos) << reason;
    with_reason -= count;
  }
  EXPECT_EQ(with_reason, 0u);
}

/// A target that leaves too little time: no plan knows it without noise, the quick runs tell.
TEST(CaptureMap, SaysWhyQuickRunsMiss) {
  RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  for (Phase& phase : config.experiment.phases) {
    if (is_capture(phase.kind)) phase.timeout = from_seconds(1.0);
  }
  const CaptureMap map = map_of(MapKind::kStanding, config, 5, 5);
  int missed = 0;
  for (const MapCell& cell : map.cells) {
    if (!cell.predicted || cell.runs.good > 0) continue;
    EXPECT_NE(cell.why.find("timed out"), std::string::npos) << cell.why;
    ++missed;
  }
  EXPECT_GT(missed, 3);
}

TEST(CaptureMap, HasNoTargetWithinTheSatellite) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
  const RunConfig tall = [&config] {
    RunConfig raised = config;
    raised.sim.start.p_WB.y() = 0.0;  // in the middle of the only row
    return raised;
  }();
  int there = 0;
  for (const MapCell& cell : map_of(MapKind::kStanding, tall, 30, 1).cells) there += cell.possible ? 1 : 0;
  EXPECT_LT(there, 30);
}

TEST(CaptureMap, OfMovingTargetsPrefersThoseThatComeAcross) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml");
  const CaptureMap map = map_of(MapKind::kMoving, config, 12, 2);
  ASSERT_EQ(map.cells.size(), 24u);
  for (const MapCell& cell : map.cells) {
    // From the lower left corner a target that moves left or down never comes near.
    if (cell.x == 180.0 || cell.x == -180.0 || cell.x == -90.0) {
      EXPECT_FALSE(cell.predicted) << cell.x;
    }
    if (cell.x == 60.0 || cell.x == 30.0) {
      EXPECT_TRUE(cell.predicted) << cell.x << " " << cell.y << cell.why;
    }
  }
}

}  // namespace
}  // namespace freefloat
