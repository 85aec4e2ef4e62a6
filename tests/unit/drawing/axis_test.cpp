#include "drawing/axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace freefloat {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(LinearAxis, HasRoundTicksThatCoverTheData) {
  const Axis axis = make_linear_axis(-0.13, 0.42, 5, true);
  EXPECT_LE(axis.low, -0.13);
  EXPECT_GE(axis.high, 0.42);
  ASSERT_EQ(axis.ticks.size(), 5U);
  EXPECT_EQ(axis.ticks.front().label, "−0.2");
  EXPECT_EQ(axis.ticks[1].label, "0.0");
  EXPECT_EQ(axis.ticks.back().label, "0.6");
}

TEST(LinearAxis, KeepsTheRangeWhenAskedTo) {
  const Axis axis = make_linear_axis(0.3, 9.7, 5, false);
  EXPECT_EQ(axis.low, 0.3);
  EXPECT_EQ(axis.high, 9.7);
  for (const AxisTick& tick : axis.ticks) {
    EXPECT_GE(tick.value, axis.low);
    EXPECT_LE(tick.value, axis.high);
  }
}

TEST(LinearAxis, IsDrawableForAnyRange) {
  for (const auto& [low, high] : {std::pair{2.0, 2.0},
                                  {0.0, 0.0},
                                  {kNan, 1.0},
                                  {kInfinity, -kInfinity},
                                  {1e9, 1e9 + 1e-6},
                                  {-1e-300, 1e-300},
                                  {3.0, 1.0},
                                  {-kInfinity, kInfinity}}) {
    const Axis axis = make_linear_axis(low, high, 5, true);
    EXPECT_TRUE(std::isfinite(axis.low) && std::isfinite(axis.high)) << low << " " << high;
    EXPECT_LT(axis.low, axis.high);
    EXPECT_GE(axis.ticks.size(), 2U);
    EXPECT_LE(axis.ticks.size(), 14U);
  }
}

TEST(LogarithmicAxis, HasTicksAtPowersOfTen) {
  const Axis axis = make_logarithmic_axis(0.3, 740.0);
  EXPECT_DOUBLE_EQ(axis.low, 0.1);
  EXPECT_DOUBLE_EQ(axis.high, 1000.0);
  EXPECT_EQ(axis.ticks.front().label, "0.1");
  EXPECT_EQ(axis.ticks.back().label, "1000");
  EXPECT_DOUBLE_EQ(axis.fraction(10.0), 0.5);
}

TEST(LinearAxis, WritesLongNumbersInAPowerOfAThousand) {
  Axis axis = make_linear_axis(-2e-5, 3e-5, 5, true);
  EXPECT_EQ(shorten_labels(axis, 5), -6);
  EXPECT_EQ(axis.ticks.front().label, "−20");
  EXPECT_EQ(axis.ticks.back().label, "30");
  Axis usual = make_linear_axis(-0.02, 0.03, 5, true);
  EXPECT_EQ(shorten_labels(usual, 5), 0);
  EXPECT_EQ(usual.ticks.back().label, "0.03");
}

TEST(LogarithmicAxis, WritesSmallNumbersAsPowers) {
  EXPECT_EQ(make_logarithmic_axis(1e-7, 1e-5).ticks.front().label, "10⁻⁷");
  EXPECT_EQ(make_logarithmic_axis(3e-12, 8e-12).ticks[1].label, "2·10⁻¹²");
}

TEST(LogarithmicAxis, PutsValuesWithoutLogarithmAtItsFoot) {
  const Axis axis = make_logarithmic_axis(1.0, 100.0);
  EXPECT_EQ(axis.fraction(0.0), 0.0);
  EXPECT_EQ(axis.fraction(-3.0), 0.0);
  EXPECT_TRUE(std::isnan(axis.fraction(kNan)));
}

}  // namespace
}  // namespace freefloat
