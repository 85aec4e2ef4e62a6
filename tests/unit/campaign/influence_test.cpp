#include "campaign/influence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "types/random.h"

namespace freefloat {
namespace {

struct Drawn {
  std::vector<double> x, noise;
  std::vector<bool> good;
};

/// P(success) = 1 / (1 + exp(-(1 + 2 x))) with x uniform in -2 to 2.
Drawn draw_logistic(std::uint64_t seed) {
  Random random(seed, "influence");
  Drawn drawn;
  for (int i = 0; i < 4000; ++i) {
    drawn.x.push_back(random.uniform(-2.0, 2.0));
    drawn.noise.push_back(random.uniform());
    drawn.good.push_back(random.uniform() < 1.0 / (1.0 + std::exp(-(1.0 + 2.0 * drawn.x.back()))));
  }
  return drawn;
}

TEST(LogisticFit, FindsTheCurveThatDrewTheData) {
  const Drawn drawn = draw_logistic(1);
  const LogisticFit fit = fit_logistic(drawn.x, drawn.good);
  for (const double x : {-2.0, -0.5, 0.0, 1.0, 2.0})
    EXPECT_NEAR(fit.at(x), 1.0 / (1.0 + std::exp(-(1.0 + 2.0 * x))), 0.03) << x;
}

TEST(LogisticFit, StaysFiniteWhereTheDataIsSeparated) {
  const LogisticFit fit = fit_logistic({0.0, 1.0, 2.0, 3.0}, {false, false, true, true});
  EXPECT_LT(fit.at(0.5), 0.1);
  EXPECT_GT(fit.at(2.5), 0.9);
  EXPECT_TRUE(std::isfinite(fit.slope));
}

TEST(FirstOrderIndex, HoldsTheTrueShareOfTheVarianceAndNoneOfNoise) {
  double mean = 0.0, square = 0.0;
  for (int i = 0; i < 100000; ++i) {
    const double p = 1.0 / (1.0 + std::exp(-(1.0 + 2.0 * (-2.0 + 4.0 * (i + 0.5) / 1e5))));
    mean += p / 1e5;
    square += p * p / 1e5;
  }
  const double truth = (square - mean * mean) / (mean * (1.0 - mean));
  const Drawn drawn = draw_logistic(2);
  const Influence of_x = first_order_index(drawn.x, drawn.good);
  EXPECT_NEAR(of_x.index, truth, 0.04);  // a tenth is a little coarse
  EXPECT_LT(of_x.interval.low, of_x.index);
  const Influence of_noise = first_order_index(drawn.noise, drawn.good);
  EXPECT_NEAR(of_noise.index, 0.0, 0.006);
}

/// Simulated campaigns with P(success) = 1 / (1 + exp(-(1 + slope x))), x uniform in -1 to 1.
struct Coverage {
  double truth = 0.0;  ///< index, between tenths
  double held = 0.0;   ///< share of the intervals with the truth in them
  double width = 0.0;  ///< mean
};

Coverage coverage(double slope, int samples) {
  constexpr int kCampaigns = 1000, kBins = 10, kFine = 1000;
  const auto probability = [&](double x) { return 1.0 / (1.0 + std::exp(-(1.0 + slope * x))); };
  double mean = 0.0, square = 0.0;
  for (int bin = 0; bin < kBins; ++bin) {
    double share = 0.0;
    for (int i = 0; i < kFine; ++i)
      share += probability(-1.0 + 2.0 * (bin + (i + 0.5) / kFine) / kBins) / kFine;
    mean += share / kBins;
    square += share * share / kBins;
  }
  Coverage result;
  result.truth = slope == 0.0 ? 0.0 : (square - mean * mean) / (mean * (1.0 - mean));
  for (int campaign = 0; campaign < kCampaigns; ++campaign) {
    Random random(static_cast<std::uint64_t>(campaign), "coverage");
    std::vector<double> x;
    std::vector<bool> good;
    for (int i = 0; i < samples; ++i) {
      x.push_back(random.uniform(-1.0, 1.0));
      good.push_back(random.uniform() < probability(x.back()));
    }
    const Interval interval = first_order_index(x, good).interval;
    const bool held = interval.low <= result.truth && result.truth <= interval.high;
    result.held += held ? 1.0 / kCampaigns : 0.0;
    result.width += (interval.high - interval.low) / kCampaigns;
  }
  return result;
}

TEST(FirstOrderIndex, HasIntervalsThatHoldTheTruthAsOftenAsTheySay) {
  // At 0 only one side of the interval can err. That the bins' edges are drawn as well is left out, which a
  // large index feels.
  for (const double slope : {0.0, 0.3, 1.0, 2.0, 4.0}) {
    const Coverage found = coverage(slope, 400);
    EXPECT_GT(found.held, 0.91) << found.truth;
    EXPECT_LT(found.held, 0.99) << found.truth;
  }
  const Coverage of_noise = coverage(0.0, 2000);
  EXPECT_GT(of_noise.held, 0.96);
  EXPECT_LT(of_noise.width, 0.01);
}

TEST(FirstOrderIndex, IsNotKnownWhereNothingFailed) {
  const Influence influence = first_order_index({1, 2, 3, 4}, {true, true, true, true});
  EXPECT_EQ(influence.index, 0.0);
  EXPECT_EQ(influence.interval.low, 0.0);
  EXPECT_EQ(influence.interval.high, 1.0);
}

TEST(Bins, HaveEqualValuesTogether) {
  const std::vector<Bin> bins = bin_shares({1, 1, 1, 2, 2, 3}, {true, false, true, true, true, false}, 6);
  ASSERT_EQ(bins.size(), 3u);
  EXPECT_EQ(bins[0].share.counted, 3u);
  EXPECT_EQ(bins[0].share.good, 2u);
  EXPECT_EQ(bins[2].middle, 3.0);
}

}  // namespace
}  // namespace freefloat
