#include "model/planar_shape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "types/angle.h"
#include "types/random.h"

namespace freefloat {
namespace {

const Vector2 kHeights{0.0, 0.1};

/// The least distance of two outlines by walking along both, to the length of a step.
double walked_distance(const PlanarShape& a, const PlanarShape& b) {
  double least = 1e9;
  const auto walk = [](const PlanarShape& shape, auto&& visit) {
    for (std::size_t i = 0; i < shape.corner_count; ++i) {
      const Vector2& begin = shape.corners[i];
      const Vector2& end = shape.corners[(i + 1) % shape.corner_count];
      for (int k = 0; k <= 200; ++k) visit(begin + k / 200.0 * (end - begin));
    }
  };
  walk(a, [&](const Vector2& p) {
    walk(b, [&](const Vector2& q) { least = std::min(least, (q - p).norm()); });
  });
  return least - a.radius - b.radius;
}

std::array<PlanarShape, 3> shapes() {
  return {make_circle({0.02, -0.01}, 0.05, kHeights), make_capsule({-0.1, 0.0}, {0.15, 0.02}, 0.03, kHeights),
          make_rectangle({0.3, 0.2}, kHeights)};
}

TEST(PlanarShape, DistancesAreThoseOfOutlinesWalkedAlong) {
  Random random(3, "shapes");
  int disjoint = 0;
  for (const PlanarShape& first : shapes()) {
    for (const PlanarShape& second : shapes()) {
      for (int i = 0; i < 12; ++i) {
        const PlanarShape a =
            first.placed({random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)}, random.uniform(-kPi, kPi));
        const PlanarShape b = second.placed(
            rotate(random.uniform(-kPi, kPi), {random.uniform(0.3, 0.6), 0.0}), random.uniform(-kPi, kPi));
        const Separation found = separate(a, b);
        if (found.distance < 0.001) continue;
        ++disjoint;
        EXPECT_NEAR(found.distance, walked_distance(a, b), 2e-5);
        EXPECT_GE(found.distance, least_distance(a, b));
        EXPECT_NEAR(found.normal.norm(), 1.0, 1e-14);
      }
    }
  }
  EXPECT_GT(disjoint, 50);
}

TEST(PlanarShape, ShapesMovedByTheDistanceAlongTheNormalTouch) {
  // Also those that overlap: the normal leads out of each other, and the point lies between both outlines.
  Random random(4, "shapes");
  int overlapping = 0;
  for (const PlanarShape& first : shapes()) {
    for (const PlanarShape& second : shapes()) {
      for (int i = 0; i < 40; ++i) {
        const PlanarShape a = first.placed(Vector2::Zero(), random.uniform(-kPi, kPi));
        const PlanarShape b = second.placed(
            rotate(random.uniform(-kPi, kPi), {random.uniform(0.1, 0.4), 0.0}), random.uniform(-kPi, kPi));
        const Separation found = separate(a, b);
        if (found.distance < 0.0) ++overlapping;
        const PlanarShape moved = b.placed(-found.distance * found.normal, 0.0);
        EXPECT_NEAR(separate(a, moved).distance, 0.0, 1e-12);
        const PlanarShape spot = make_circle(found.point, 0.0, kHeights);
        if (found.distance < 0.0) continue;
        EXPECT_NEAR(separate(a, spot).distance, 0.5 * found.distance, 1e-12);
        EXPECT_NEAR(separate(spot, b).distance, 0.5 * found.distance, 1e-12);
      }
    }
  }
  EXPECT_GT(overlapping, 20);
}

TEST(PlanarShape, TheNormalLeadsFromTheFirstToTheSecond) {
  const PlanarShape box = make_rectangle({0.2, 0.2}, kHeights);
  const Separation beside = separate(box, make_circle({0.15, 0.03}, 0.01, kHeights));
  EXPECT_NEAR(beside.distance, 0.04, 1e-15);
  EXPECT_LT((beside.normal - Vector2(1.0, 0.0)).norm(), 1e-15);
  EXPECT_LT((beside.point - Vector2(0.12, 0.03)).norm(), 1e-15);
  const Separation within = separate(make_circle({0.09, 0.03}, 0.01, kHeights), box);
  EXPECT_NEAR(within.distance, -0.02, 1e-15);
  EXPECT_LT((within.normal - Vector2(-1.0, 0.0)).norm(), 1e-15);
}

TEST(PlanarShape, OnlyWhatSharesAHeightMeets) {
  const PlanarShape low = make_circle({0, 0}, 0.1, {0.0, 0.09});
  EXPECT_TRUE(low.shares_height_with(make_circle({0, 0}, 0.1, {0.05, 0.2})));
  EXPECT_FALSE(low.shares_height_with(make_circle({0, 0}, 0.1, {0.09, 0.2})));
  EXPECT_FALSE(make_circle({0, 0}, 0.1, {0.09, 0.2}).shares_height_with(low));
}

}  // namespace
}  // namespace freefloat
