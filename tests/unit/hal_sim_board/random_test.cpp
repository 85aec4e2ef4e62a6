#include "types/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace freefloat {
namespace {

TEST(Random, SameSeedAndStreamGiveTheSameBits) {
  Random a(7, "tacho", 1);
  Random b(7, "tacho", 1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(a.next(), b.next());
    EXPECT_EQ(a.normal(), b.normal());
  }
}

TEST(Random, StreamsDifferBySeedNameAndNumber) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const char* name : {"tacho", "pot", ""}) {
      for (std::uint64_t number = 0; number < 10; ++number) firsts.insert(Random(seed, name, number).next());
    }
  }
  EXPECT_EQ(firsts.size(), 300u);
}

TEST(Random, UniformFillsTheUnitIntervalEvenly) {
  Random random(1, "uniform");
  std::array<int, 20> bins{};
  for (int i = 0; i < 200000; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    ++bins[static_cast<std::size_t>(value * 20.0)];
  }
  for (const int count : bins) EXPECT_NEAR(count, 10000, 500);
}

// Every quantile, the tail included, against the exact distribution; tolerance five standard deviations of
// the count.
TEST(Random, NormalFollowsTheNormalDistribution) {
  constexpr int kDraws = 4000000;
  Random random(3, "normal");
  double sum = 0.0;
  double square_sum = 0.0;
  double fourth_sum = 0.0;
  const std::array<double, 13> points{-4.0, -3.5, -3.0, -2.0, -1.0, -0.3, 0.0, 0.1, 0.7, 1.5, 2.5, 3.44, 4.2};
  std::array<int, 13> below{};
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    sum += x;
    square_sum += x * x;
    fourth_sum += x * x * x * x;
    for (std::size_t k = 0; k < points.size(); ++k) below[k] += x < points[k];
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 0.0025);
  EXPECT_NEAR(square_sum / kDraws, 1.0, 0.004);
  EXPECT_NEAR(fourth_sum / kDraws, 3.0, 0.03);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double share = 0.5 * std::erfc(-points[k] / std::sqrt(2.0));
    const double deviation = std::sqrt(kDraws * share * (1.0 - share));
    EXPECT_NEAR(below[k], kDraws * share, 5.0 * deviation + 1.0) << "below " << points[k];
  }
}

TEST(Random, FixedFunctionsAgreeWithTheLibrary) {
  for (double x = -40.0; x <= 0.0; x += 0.37) EXPECT_NEAR(fixed_exp(x) / std::exp(x), 1.0, 1e-13);
  for (double y = 1e-15; y <= 1.0; y *= 1.7) EXPECT_NEAR(fixed_log(y), std::log(y), 1e-12);
  for (double y = 0.01; y <= 20.0; y *= 1.7) EXPECT_NEAR(fixed_sqrt(y) / std::sqrt(y), 1.0, 1e-15);
}

}  // namespace
}  // namespace freefloat
