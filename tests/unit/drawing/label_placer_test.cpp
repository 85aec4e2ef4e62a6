#include "drawing/label_placer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "drawing/svg.h"

namespace freefloat {
namespace {

constexpr double kFont = 11.0;
const char* const kText = "capture, 9.5 s";

/// @return Whether the line from `from` to `to`, looked at every tenth of a pixel, passes the label at
/// `left_end`.
bool covers(const Vector2& left_end, const Vector2& from, const Vector2& to) {
  const Vector2 low = left_end - Vector2(0.0, 0.9 * kFont);
  const Vector2 high = left_end + Vector2(text_width(kText, kFont), 0.2 * kFont);
  const int steps = static_cast<int>(10.0 * (to - from).norm());
  for (int i = 0; i <= steps; ++i) {
    const Vector2 at = from + static_cast<double>(i) / steps * (to - from);
    if ((at.array() > low.array()).all() && (at.array() < high.array()).all()) return true;
  }
  return false;
}

TEST(LabelPlacer, KeepsOffALineOfTwoDistantPoints) {
  for (int step = 0; step < 12; ++step) {
    const Vector2 along(std::cos(step * 0.5236), std::sin(step * 0.5236));
    const Vector2 anchor(200.0, 150.0);
    LabelPlacer labels({0.0, 0.0}, {400.0, 300.0});
    labels.avoid({anchor - 140.0 * along, anchor + 140.0 * along});
    EXPECT_FALSE(covers(labels.place(anchor, kText, kFont), anchor - 140.0 * along, anchor + 140.0 * along))
        << step;
  }
}

TEST(LabelPlacer, KeepsLabelsApart) {
  LabelPlacer labels({0.0, 0.0}, {400.0, 300.0});
  std::vector<Vector2> places;
  for (int i = 0; i < 4; ++i) places.push_back(labels.place({200.0, 150.0}, kText, kFont));
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vector2 apart = (places[i] - places[k]).cwiseAbs();
      EXPECT_TRUE(apart.x() >= text_width(kText, kFont) - 0.1 || apart.y() >= 1.2 * kFont - 0.1) << i << k;
    }
  }
}

TEST(LabelPlacer, ChoosesTheFirstPlaceThatCoversNothing) {
  LabelPlacer labels({0.0, 0.0}, {400.0, 300.0});
  labels.avoid({{0.0, 100.0}, {400.0, 100.0}});
  const Polyline places{{10.0, 102.0}, {10.0, 200.0}, {10.0, 250.0}};
  EXPECT_EQ(labels.choose(places, kText, kFont), places[1]);
  EXPECT_EQ(labels.choose(places, kText, kFont), places[2]);
}

}  // namespace
}  // namespace freefloat
