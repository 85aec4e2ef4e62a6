#include "guidance/hand_path.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

HandPath line(const Vector2& from, const Vector2& to) {
  HandPath path;
  path.line = LinePath{from, to};
  return path;
}

HandPath circle(const Vector2& centre, std::optional<double> radius, double turn = 2.0 * kPi) {
  HandPath path;
  path.circle = CirclePath{centre, radius, turn};
  return path;
}

HandPath points(std::vector<Vector2> corners) {
  HandPath path;
  path.points = std::move(corners);
  return path;
}

double distance(const HandPath& path, const Vector2& hand, const Vector2& p, double near = 0.0) {
  const PathTable table(path);
  return PlacedPath(table, begin_of_path(path, hand)).distance(p, near);
}

TEST(HandPath, OfALineIsAsLongAsItsEndsAreApart) {
  const PathTable table(line({0.1, 0.2}, {0.4, 0.6}));
  const PlacedPath path(table, {0.1, 0.2});
  EXPECT_NEAR(path.length(), 0.5, 1e-15);
  EXPECT_LT((path.point(0.25) - Vector2(0.25, 0.4)).norm(), 1e-15);
}

TEST(HandPath, OfACircleHasTheArcsLengthAndTurnsTheWayItIsTold) {
  const HandPath half = circle({0.0, 0.3}, 0.1, -kPi);
  const PathTable table(half);
  const Vector2 begin = begin_of_path(half, {0.5, 0.3});
  EXPECT_LT((begin - Vector2(0.1, 0.3)).norm(), 1e-15) << "the point next to the hand";
  const PlacedPath path(table, begin);
  EXPECT_NEAR(path.length(), 0.1 * kPi, 1e-15);
  EXPECT_LT((path.point(0.05 * kPi) - Vector2(0.0, 0.2)).norm(), 1e-15) << "clockwise";
  EXPECT_LT((path.point(9.0) - Vector2(-0.1, 0.3)).norm(), 1e-15) << "no farther than its end";
}

TEST(HandPath, OfACircleWithoutRadiusGoesThroughTheHand) {
  const HandPath path = circle({0.0, 0.0}, std::nullopt);
  const PathTable table(path);
  const Vector2 hand{0.3, 0.4};
  EXPECT_EQ(begin_of_path(path, hand), hand);
  EXPECT_NEAR(PlacedPath(table, hand).length(), kPi, 1e-15);
}

TEST(HandPath, WithoutAWayStaysWhereItIs) {
  const HandPath nowhere = circle({0.1, 0.1}, std::nullopt);
  const PathTable table(nowhere);
  const PlacedPath path(table, {0.1, 0.1});
  EXPECT_EQ(path.length(), 0.0);
  EXPECT_EQ(path.point(0.5), Vector2(0.1, 0.1));
}

TEST(HandPath, OfPointsIsAsLongAsItsPiecesTogether) {
  const PathTable table(points({{0.0, 0.0}, {0.3, 0.0}, {0.3, 0.4}}));
  const PlacedPath path(table, {0.0, 0.0});
  EXPECT_NEAR(path.length(), 0.7, 1e-15);
  EXPECT_LT((path.point(0.5) - Vector2(0.3, 0.2)).norm(), 1e-15);
}

TEST(HandPath, DistanceIsThatToTheNearestPoint) {
  EXPECT_NEAR(distance(line({0.0, 0.0}, {1.0, 0.0}), {}, {0.5, 0.02}), 0.02, 1e-15);
  EXPECT_NEAR(distance(line({0.0, 0.0}, {1.0, 0.0}), {}, {1.3, 0.4}), 0.5, 1e-15) << "beyond an end: the end";
  EXPECT_NEAR(distance(circle({0.0, 0.0}, 0.1), {0.1, 0.0}, {0.0, -0.13}), 0.03, 1e-15);
  // A quarter of a circle: on the other side the ends are nearest.
  EXPECT_NEAR(distance(circle({0.0, 0.0}, 0.1, kPi / 2), {0.1, 0.0}, {0.1, -0.03}), 0.03, 1e-15);
  EXPECT_NEAR(distance(circle({0.0, 0.0}, 0.1, kPi / 2), {0.1, 0.0}, Vector2(0.12, 0.12)),
              std::hypot(0.12, 0.12) - 0.1, 1e-15);
  EXPECT_NEAR(distance(points({{0.0, 0.0}, {0.3, 0.0}, {0.3, 0.4}}), {}, {0.31, 0.2}, 0.5), 0.01, 1e-15);
}

TEST(HandPath, DistanceOfWhatIsNoPlaceIsNoNumber) {
  for (const HandPath& path :
       {line({0.0, 0.0}, {1.0, 0.0}), circle({0.0, 0.0}, 0.1), points({{0, 0}, {1, 0}})}) {
    EXPECT_TRUE(std::isnan(distance(path, {}, {std::nan(""), 0.0})));
    EXPECT_TRUE(std::isnan(distance(path, {}, {0.0, HUGE_VAL})));
  }
}

TEST(HandPath, SpeedLetsTheEndAndEveryCornerBeBrakedFor) {
  HandPath path = points({{0.0, 0.0}, {0.2, 0.0}, {0.2, 0.001}, {0.0, 0.001}});
  path.speed = 0.2;
  path.acceleration = 0.1;
  const PathTable table(path);
  const PlacedPath placed(table, path.points.front());
  double last = 0.0;
  for (double s = placed.length(); s > 0.0; s -= 1e-4) {
    const double speed = placed.most_speed(s);
    EXPECT_LE(speed, path.speed);
    EXPECT_LE(speed * speed, last * last + 2.0 * path.acceleration * 1e-4 + 1e-12) << "at " << s;
    last = speed;
  }
  EXPECT_LT(placed.most_speed(0.2 - 1e-9), 0.01) << "a right angle is passed slowly";
  EXPECT_NEAR(placed.most_speed(0.0), 0.2, 0.01);
}

TEST(HandPath, StraightOnIsNoCorner) {
  HandPath path = points({{0.0, 0.0}, {0.1, 0.0}, {0.3, 0.0}});
  path.speed = 0.05;
  const PathTable table(path);
  EXPECT_NEAR(PlacedPath(table, path.points.front()).most_speed(0.1), 0.05, 1e-12);
}

}  // namespace
}  // namespace freefloat
