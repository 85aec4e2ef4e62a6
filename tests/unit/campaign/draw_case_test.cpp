#include "campaign/draw_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config/load/load_experiment.h"
#include "config/yaml/config_error.h"
#include "model/posture.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// @return Whether a point is inside the rectangle of half sides a and b around `middle`, by its corners.
bool is_between_corners(const Vector2& point, const Vector2& middle, double angle, double a, double b) {
  const std::array<Vector2, 4> corners{Vector2(a, b), Vector2(-a, b), Vector2(-a, -b), Vector2(a, -b)};
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const auto in_table = [&](const Vector2& in_body) {
    return Vector2(middle.x() + c * in_body.x() - s * in_body.y(),
                   middle.y() + s * in_body.x() + c * in_body.y());
  };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector2 from = in_table(corners[i]);
    const Vector2 along = in_table(corners[(i + 1) % corners.size()]) - from;
    const Vector2 to_point = point - from;
    if (along.x() * to_point.y() - along.y() * to_point.x() < 0.0) return false;  // right of a side
  }
  return true;
}

TEST(DrawCase, OfAnAnnulusThatNoTargetStaysInIsRefused) {
  const RunConfig base = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml", {});
  const Annulus thin{0.4, 0.401};
  SceneDraw scene;
  scene.kind = SceneKind::kMoving;
  try {
    draw_case(scene, base, thin, 1);
    FAIL() << "a scene was drawn";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("a target long enough inside the robot's singularity-free annulus"));
    EXPECT_THAT(error.what(), testing::HasSubstr("draw keys of them"));
  }
}

TEST(DrawCase, MovingTargetsDoNotRunIntoTheSatellite) {
  SceneDraw scene;
  scene.kind = SceneKind::kMoving;
  RunConfig base = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml", {});
  base.controller.robot.satellite_size = {0.5, 0.14};  // far from square: a wrong attitude shows
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(base.controller.robot));
  int near_misses = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const RunConfig drawn = draw_case(scene, base, annulus, seed);
    const RobotState& robot = drawn.sim.start;
    const BodyState& target = drawn.sim.target.start;
    bool near = false;
    for (double t = 0.0; t < 9.0; t += 0.05) {
      const Vector2 there = target.p + t * target.v;
      // The target's own half size, less what it moves between the instants that are looked at.
      ASSERT_FALSE(is_between_corners(there, robot.p_WB, robot.theta_WB, 0.25 + 0.014, 0.07 + 0.014))
          << "seed " << seed << " at " << t << " s";
      near = near || is_between_corners(there, robot.p_WB, robot.theta_WB, 0.35, 0.17);
    }
    near_misses += near;
  }
  EXPECT_GT(near_misses, 10) << "these cases would show no collision";
}

TEST(DrawCase, StandingTargetsDoNotLieInTheSatellite) {
  SceneDraw scene;
  RunConfig base = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", {});
  base.controller.robot.satellite_size = {0.9, 0.5};  // reaches far into the annulus
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(base.controller.robot));
  int beside = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const RunConfig drawn = draw_case(scene, base, annulus, seed);
    const RobotState& robot = drawn.sim.start;
    const Vector2& p_WT = drawn.sim.target.start.p;
    ASSERT_FALSE(is_between_corners(p_WT, robot.p_WB, robot.theta_WB, 0.45 + 0.0199, 0.25))
        << "seed " << seed;
    beside += is_between_corners(p_WT, robot.p_WB, robot.theta_WB, 0.5, 0.35);
  }
  EXPECT_GT(beside, 10) << "these cases would show no overlap";
}

TEST(DrawCase, GrappleStaysInReachOnItsWayAroundTheMassCentre) {
  SceneDraw scene;
  scene.kind = SceneKind::kMoving;
  const RunConfig base = load_experiment(source_dir() + "/configs/experiments/tumbling_target.yaml", {});
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(base.controller.robot));
  const Vector2 p_TC = *base.sim.target.mass_centre;
  int to_the_left = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const RunConfig drawn = draw_case(scene, base, annulus, seed);
    const RobotState& robot = drawn.sim.start;
    const Posture posture = compute_posture(robot.theta_WB, robot.joints);
    const Vector2 p_WG = robot.p_WB - satellite_from_mass_centre(PlanarModel(base.controller.robot), posture);
    const BodyState& target = drawn.sim.target.start;
    ASSERT_DOUBLE_EQ(std::abs(target.w), base.sim.target.start.w);
    to_the_left += target.w > 0.0;
    // From the state alone, as a free body goes on.
    const auto arm = [&](double t) -> Vector2 { return rotate(target.theta + target.w * t, p_TC); };
    const Vector2 v_WC = target.v + target.w * perpendicular(arm(0.0));
    EXPECT_GE(v_WC.norm(), scene.least_target_speed - 1e-12) << seed;
    EXPECT_LE(v_WC.norm(), scene.most_target_speed + 1e-12) << seed;
    double stay = 0.0;
    double longest = 0.0;
    for (double t = 0.0; t < 40.0; t += 0.05) {
      const double radius = (target.p + arm(0.0) + t * v_WC - arm(t) - p_WG).norm();
      const bool inside = radius > annulus.inner && radius < annulus.outer;
      stay = inside ? stay + 0.05 : 0.0;
      longest = std::max(longest, stay);
    }
    EXPECT_GE(longest, scene.least_stay - 0.2) << seed;
  }
  EXPECT_GT(to_the_left, 60);
  EXPECT_LT(to_the_left, 140);
}

TEST(DrawCase, SeveralTargetsAreDrawnEachAsItIsCapturedAndApartFromEachOther) {
  SceneDraw scene;
  RunConfig base = load_experiment(source_dir() + "/configs/experiments/two_targets.yaml", {});
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(base.controller.robot));
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const RunConfig drawn = draw_case(scene, base, annulus, seed);
    const Vector2 left = drawn.sim.target.start.p, right = drawn.sim.more_targets[0].start.p;
    EXPECT_GE((left - right).norm(), 0.2) << "seed " << seed;
    EXPECT_NE(right, base.sim.more_targets[0].start.p);
    RunConfig copied = base;
    copy_scene(drawn, copied);
    EXPECT_EQ(copied.sim.more_targets[0].start.p, right);
  }
  // What nobody captures stays where the file puts it.
  base.experiment.phases.resize(6);
  const RunConfig drawn = draw_case(scene, base, annulus, 1);
  EXPECT_EQ(drawn.sim.more_targets[0].start.p, base.sim.more_targets[0].start.p);
}

}  // namespace
}  // namespace freefloat
