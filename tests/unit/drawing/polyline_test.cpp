#include "drawing/polyline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace freefloat {
namespace {

Polyline wave(int points) {
  Polyline line;
  for (int i = 0; i < points; ++i) {
    const double x = 500.0 * i / points;
    line.emplace_back(x, 60.0 + 50.0 * std::sin(0.05 * x) + ((i * 7919) % 101 - 50) * 0.1);
  }
  return line;
}

TEST(SimplifyPolyline, KeepsTheEndPoints) {
  const Polyline line = wave(5000);
  const Polyline simple = simplify_polyline(line, 2.0);
  EXPECT_LT(simple.size(), line.size() / 4);
  EXPECT_EQ(simple.front(), line.front());
  EXPECT_EQ(simple.back(), line.back());
}

TEST(SimplifyPolyline, ReducesAStraightLineToItsEnds) {
  EXPECT_EQ(simplify_polyline({{0, 0}, {1, 1}, {2, 2}, {3, 3}}, 0.1).size(), 2U);
}

TEST(SimplifyPolyline, KeepsTheCornersOfAClosedOutline) {
  EXPECT_EQ(simplify_polyline({{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}}, 0.1).size(), 5U);
}

TEST(ThinByColumn, LosesNoSpike) {
  Polyline line = wave(50000);
  line[31234].y() = 1e4;
  const Polyline thin = thin_by_column(line);
  EXPECT_LE(thin.size(), 4U * 501U);
  EXPECT_TRUE(std::any_of(thin.begin(), thin.end(), [](const Vector2& p) { return p.y() == 1e4; }));
  EXPECT_EQ(thin.front(), line.front());
  EXPECT_EQ(thin.back(), line.back());
}

TEST(MakePath, StaysSmallForLongRuns) {
  const std::string path = make_path(wave(100000), true);
  EXPECT_LE(std::count(path.begin(), path.end(), ' '), 2000);
}

TEST(MakePath, BreaksAtGapsAndDrawsLonePointsAsDots) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string path = make_path({{0, 0}, {5, 1}, {6, nan}, {7, 3}, {nan, 3}, {8, 9}, {9, 20}}, true);
  EXPECT_EQ(path, "M0 0L5 1M7 3h0M8 9L9 20");
  EXPECT_EQ(make_path({{nan, nan}}, true), "");
}

}  // namespace
}  // namespace freefloat
