#include <gtest/gtest.h>

#include "guidance/hand_laws.h"
#include "guidance/lead_hand.h"
#include "types/angle.h"

namespace freefloat {
namespace {

TaskSpaceState situation() {
  TaskSpaceState s;
  s.p_WE = {0.3, 0.1};
  s.p_WT = {0.35, 0.02};
  return s;
}

TEST(StandingTarget, ApproachesInProportionToTheDistance) {
  GuidanceConfig config;
  config.position_gain = 1.5;
  const Vector2 v = approach_standing_target(config, situation(), ChartKind::kCartesian);
  EXPECT_LT((v - 1.5 * Vector2(0.05, -0.08)).norm(), 1e-15);
}

TEST(StandingTarget, KeepsTheDirectionAtTheLargestSpeed) {
  GuidanceConfig config;
  config.position_gain = 10.0;
  config.max_hand_speed = 0.1;
  const Vector2 v = approach_standing_target(config, situation(), ChartKind::kCartesian);
  EXPECT_NEAR(v.norm(), 0.1, 1e-15);
  EXPECT_NEAR(cross(v, Vector2(0.05, -0.08)), 0.0, 1e-16);
  config.max_hand_speed = 0.0;  // none
  EXPECT_NEAR(approach_standing_target(config, situation(), ChartKind::kCartesian).norm(),
              10.0 * std::hypot(0.05, 0.08), 1e-14);
}

TEST(LeadHand, GoesAroundTheHoleAndThenStraight) {
  const GuidanceConfig config;
  const HandWorkspace workspace{0.24, 0.49, 0.49};
  const LeadSetup setup{config, workspace, 0.01};
  for (const ChartKind chart : {ChartKind::kPolarCounterClockwise, ChartKind::kPolarClockwise}) {
    CapturePlan plan;
    plan.chart = chart;
    TaskSpaceState s;
    s.p_WE = {0.4, 0.0};
    s.p_WT = {-0.4, 0.01};
    bool straight = false;
    for (int i = 0; i < 4000; ++i) {
      const HandVelocity v = lead_hand(setup, s, Time{}, plan);
      EXPECT_LE((v.mean - s.v_WE).norm(), config.max_hand_acceleration * setup.period + 1e-12);
      s.v_WE = v.end;
      s.p_WE += setup.period * v.mean;
      ASSERT_GT(s.p_WE.norm(), 0.24);
      ASSERT_LT(s.p_WE.norm(), 0.49);
      if (i == 300) {
        EXPECT_EQ(s.p_WE.y() > 0.0, chart == ChartKind::kPolarCounterClockwise);
      }
      straight = straight || plan.chart == ChartKind::kCartesian;
    }
    EXPECT_TRUE(straight);
    EXPECT_LT((s.p_WE - s.p_WT).norm(), 1e-4);
  }
}

}  // namespace
}  // namespace freefloat
