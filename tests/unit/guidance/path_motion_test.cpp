#include "guidance/path_motion.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace freefloat {
namespace {

constexpr double kPeriod = 0.01;

HandPath circle() {
  HandPath path;
  path.circle = CirclePath{{0.1, 0.35}, 0.08, 2.0 * kPi};
  path.speed = 0.05;
  path.acceleration = 0.1;
  return path;
}

/// A hand that follows exactly.
struct Followed {
  double time = 0.0;
  double largest_speed = 0.0;
  double largest_acceleration = 0.0;
  double farthest_from_path = 0.0;  ///< on the path itself
  double way = 0.0;                 ///< on the path itself, m
  PathMotion motion;
};

Followed follow(const HandPath& path, Vector2 hand) {
  const PathTable table(path);
  Followed done;
  done.motion = begin_path_motion(table, hand);
  const PlacedPath placed(table, done.motion.begin);
  Vector2 last = Vector2::Zero();
  for (int i = 0; i < 100000 && done.motion.stage != PathStage::kDone; ++i) {
    const PathReference wanted = advance_path(table, i == 0 ? 0.0 : kPeriod, kPeriod, hand, done.motion);
    done.largest_speed = std::max(done.largest_speed, wanted.v_WE.norm());
    done.largest_acceleration =
        std::max(done.largest_acceleration, (wanted.v_WE.norm() - last.norm()) / kPeriod);
    last = wanted.v_WE;
    hand += kPeriod * wanted.v_WE;
    done.time += kPeriod;
    if (done.motion.stage != PathStage::kFollow) continue;
    done.way += kPeriod * wanted.v_WE.norm();
    done.farthest_from_path = std::max(done.farthest_from_path, placed.distance(hand, done.motion.along));
  }
  EXPECT_EQ(done.motion.stage, PathStage::kDone);
  return done;
}

TEST(PathMotion, GoesAllTheWayAtItsSpeedAndNoFaster) {
  const Followed done = follow(circle(), {0.18, 0.35});
  EXPECT_NEAR(done.way, 0.16 * kPi, 1e-4);
  EXPECT_LE(done.largest_speed, 0.05 + 1e-12);
  // Half a second each for begin and end at 0.1 m/s^2.
  EXPECT_NEAR(done.time, 0.16 * kPi / 0.05 + 0.5, 0.1);
}

TEST(PathMotion, StaysOnTheCircleWithoutAnyFeedback) {
  EXPECT_LT(follow(circle(), {0.18, 0.35}).farthest_from_path, 1e-9)
      << "the velocity is that of the chord: exact at every cycle's end";
}

TEST(PathMotion, BeginsAndEndsWithinItsAcceleration) {
  EXPECT_LE(follow(circle(), {0.18, 0.35}).largest_acceleration, 0.1 + 1e-9);
}

TEST(PathMotion, ApproachesAPathThatBeginsElsewhere) {
  HandPath path;
  path.line = LinePath{Vector2(0.1, 0.3), {0.2, 0.3}};
  const Followed done = follow(path, {0.0, 0.3});
  EXPECT_NEAR(done.way, 0.1, 1e-4) << "the way to the path is no part of it";
  EXPECT_LT(done.farthest_from_path, 1e-9);
}

TEST(PathMotion, ComesBackToWhereItLeftThePath) {
  HandPath path;
  path.line = LinePath{Vector2(0.0, 0.3), {0.2, 0.3}};
  const PathTable table(path);
  PathMotion motion = begin_path_motion(table, {0.0, 0.3});
  Vector2 hand{0.0, 0.3};
  for (int i = 0; i < 200; ++i) hand += kPeriod * advance_path(table, kPeriod, kPeriod, hand, motion).v_WE;
  const double left_at = motion.along;
  ASSERT_GT(left_at, 0.05);
  hand = {0.05, 0.28};
  resume_path_motion(table, hand, motion);
  EXPECT_EQ(motion.stage, PathStage::kApproach);
  while (motion.stage == PathStage::kApproach)
    hand += kPeriod * advance_path(table, kPeriod, kPeriod, hand, motion).v_WE;
  EXPECT_EQ(motion.stage, PathStage::kFollow);
  EXPECT_NEAR(motion.along, left_at, 1e-12);
  EXPECT_LT((hand - Vector2(left_at, 0.3)).norm(), 1e-3);
}

}  // namespace
}  // namespace freefloat
