#include "guidance/drift.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

TEST(Drift, OfAParabolaIsFoundExactly) {
  DriftFit fit;
  const Vector2 start(0.3, -0.2), velocity(0.01, 0.02), acceleration(0.004, -0.01);
  for (double t = 0.0; t < 2.0; t += 0.01)
    add_place(fit, t, start + t * velocity + 0.5 * t * t * acceleration);
  const Drift drift = fit_drift(fit, 3.0);
  EXPECT_LT((drift.acceleration - acceleration).norm(), 1e-11);
  EXPECT_LT((drift.v_WG - (velocity + 3.0 * acceleration)).norm(), 1e-11);
  EXPECT_LT((drift.p_WG - (start + 3.0 * velocity + 4.5 * acceleration)).norm(), 1e-11);
}

TEST(Drift, OfTooFewPlacesIsNone) {
  DriftFit fit;
  add_place(fit, 0.0, {0.1, 0.2});
  add_place(fit, 0.1, {0.2, 0.2});
  EXPECT_EQ(fit_drift(fit, 0.2).acceleration, Vector2(0.0, 0.0));
}

TEST(Drift, ReachesTheEdgeWhenTheMotionSaysSo) {
  MotionLimits limits;
  limits.satellite_range = satellite_range({}, 0.2);  // 0.9 - 0.2 - 0.05
  EXPECT_NEAR(limits.satellite_range.x(), 0.65, 1e-12);
  const Vector2 p_WB(0.15, -0.05);
  EXPECT_EQ(time_to_edge(limits, p_WB, {}), kDriftHorizon);
  EXPECT_NEAR(time_to_edge(limits, p_WB, {.v_WG = {0.05, 0.0}}), 10.0, 1e-9);
  EXPECT_NEAR(time_to_edge(limits, p_WB, {.acceleration = {0.0, -0.012}}), 10.0, 1e-9);
  // Thrown up a slope: turns round before the one edge and reaches the other.
  const Drift back{.v_WG = {0.05, 0.0}, .acceleration = {-0.01, 0.0}};
  const double time = time_to_edge(limits, p_WB, back);
  EXPECT_NEAR(p_WB.x() + back.shift(time).x(), -0.65, 1e-9);
  EXPECT_EQ(time_to_edge(limits, {0.66, 0.0}, {}), 0.0);
}

}  // namespace
}  // namespace freefloat
