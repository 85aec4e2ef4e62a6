#include "campaign/intervals.h"

#include <gtest/gtest.h>

#include "types/random.h"

namespace freefloat {
namespace {

TEST(WilsonInterval, IsAsPublished) {
  // Newcombe 1998 (Statistics in Medicine 17, 857), method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const auto expect = [](std::uint64_t good, std::uint64_t all, double low, double high) {
    const Interval interval = wilson_interval({good, all});
    EXPECT_NEAR(interval.low, low, 5e-5);
    EXPECT_NEAR(interval.high, high, 5e-5);
  };
  expect(81, 263, 0.2553, 0.3662);
  expect(15, 148, 0.0624, 0.1605);
  expect(0, 20, 0.0, 0.1611);
  expect(1, 29, 0.0061, 0.1718);
}

TEST(WilsonInterval, OfAThousandCampaignsOfAKnownCoinHoldsIn95Percent) {
  for (const double probability : {0.5, 0.8, 0.95}) {
    int held = 0;
    for (std::uint64_t campaign = 0; campaign < 1000; ++campaign) {
      Random random(campaign, "coin");
      Share share{0, 1000};
      for (int i = 0; i < 1000; ++i) share.good += random.uniform() < probability ? 1 : 0;
      const Interval interval = wilson_interval(share);
      held += interval.low <= probability && probability <= interval.high ? 1 : 0;
    }
    EXPECT_GE(held, 935) << probability;
    EXPECT_LE(held, 965) << probability;
  }
}

TEST(PairedComparison, IsMcNemarsExactTest) {
  // 1 against 9 of ten differing pairs: 2 (1 + 10) / 1024.
  const PairedComparison pair = compare_pairs({40, 1, 9, 0});
  EXPECT_NEAR(pair.p_value, 22.0 / 1024.0, 1e-12);
  EXPECT_NEAR(pair.difference, 8.0 / 50.0, 1e-12);
  EXPECT_GT(pair.interval.low, 0.0);
}

TEST(PairedComparison, IntervalHoldsIn95PercentOfDrawnPairs) {
  int held = 0;
  for (std::uint64_t campaign = 0; campaign < 1000; ++campaign) {
    Random random(campaign, "pair");
    PairedCounts counts;
    for (int i = 0; i < 400; ++i) {  // first 0.75, second 0.80, together in 0.7
      const double u = random.uniform();
      ++(u < 0.7    ? counts.both
         : u < 0.75 ? counts.first_only
         : u < 0.85 ? counts.second_only
                    : counts.neither);
    }
    const Interval interval = compare_pairs(counts).interval;
    held += interval.low <= 0.05 && 0.05 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, 930);
  EXPECT_LE(held, 975);
}

}  // namespace
}  // namespace freefloat
