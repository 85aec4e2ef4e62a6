#include "campaign/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

namespace freefloat {
namespace {

Draw uniform(const std::string& key) {
  Draw draw;
  draw.key = key;
  draw.low = 0.0;
  draw.high = 1.0;
  return draw;
}

Campaign three_keys(Sampling sampling, std::uint64_t samples) {
  Campaign campaign;
  campaign.sampling = sampling;
  campaign.samples = samples;
  campaign.draws = {uniform("a_m"), uniform("b_m"), uniform("c_m")};
  return campaign;
}

TEST(Sampling, SampleDependsOnSeedAndIndexAlone) {
  for (const Sampling sampling : {Sampling::kRandom, Sampling::kSobol}) {
    const Campaign few = three_keys(sampling, 10);
    Campaign many = three_keys(sampling, 100000);
    EXPECT_EQ(draw_sample(few, 7), draw_sample(many, 7));
    EXPECT_EQ(run_seed(few, 7), run_seed(many, 7));
    EXPECT_NE(draw_sample(many, 7), draw_sample(many, 8));
    many.seed = 2;
    EXPECT_NE(draw_sample(few, 7), draw_sample(many, 7));
    EXPECT_NE(run_seed(few, 7), run_seed(many, 7));
  }
}

TEST(Sampling, AnotherKeyLeavesTheValuesOfTheOthers) {
  Campaign campaign = three_keys(Sampling::kRandom, 10);
  const std::string before = draw_sample(campaign, 3)[1];
  campaign.draws.erase(campaign.draws.begin());
  EXPECT_EQ(draw_sample(campaign, 3)[0], before);
}

TEST(Sampling, LatinHypercubeHasEachStratumOfEachKeyOnce) {
  for (const std::uint64_t samples : {1u, 2u, 7u, 100u, 1000u}) {
    const Campaign campaign = three_keys(Sampling::kLatinHypercube, samples);
    std::vector<std::set<std::uint64_t>> strata(3);
    for (std::uint64_t i = 0; i < samples; ++i) {
      const std::vector<double> shares = draw_shares(campaign, i);
      for (std::size_t k = 0; k < 3; ++k)
        strata[k].insert(static_cast<std::uint64_t>(shares[k] * static_cast<double>(samples)));
    }
    for (const auto& key : strata) EXPECT_EQ(key.size(), samples);
  }
}

TEST(Sampling, ScrambledSobolFillsEachBoxOfAPlane) {
  // 64 points of a (0, m, 2) net in base 2: one in each of 8 x 8 boxes, scrambled or not.
  Campaign campaign = three_keys(Sampling::kSobol, 64);
  campaign.draws.pop_back();
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    campaign.seed = seed;
    std::set<std::pair<int, int>> boxes;
    for (std::uint64_t i = 0; i < 64; ++i) {
      const std::vector<double> shares = draw_shares(campaign, i);
      boxes.emplace(static_cast<int>(8 * shares[0]), static_cast<int>(8 * shares[1]));
    }
    EXPECT_GE(boxes.size(), 60u) << "the engine leaves out the first point, so a few boxes have two";
  }
}

TEST(Sampling, GridHasEndsAndEveryCombination) {
  Campaign campaign = three_keys(Sampling::kGrid, 5 * 5 * 2);
  campaign.draws[2].distribution = Distribution::kChoice;
  campaign.draws[2].values = {"x.yaml", "y.yaml"};
  std::set<std::vector<std::string>> all;
  for (std::uint64_t i = 0; i < 50; ++i) all.insert(draw_sample(campaign, i));
  EXPECT_EQ(all.size(), 50u);
  EXPECT_TRUE(all.contains({"0", "1", "y.yaml"}));
}

TEST(Sampling, NormalQuantileIsTheInverseOfItsShare) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-15);
  for (const double share : {1e-9, 0.001, 0.2, 0.7, 0.999})
    EXPECT_NEAR(normal_share(normal_quantile(share)) / share, 1.0, 1e-13);
}

TEST(Sampling, NormalHasItsMeanAndSpreadAndStaysWhereItIsCut) {
  Campaign campaign = three_keys(Sampling::kRandom, 20000);
  Draw& draw = campaign.draws[0];
  draw = Draw{};
  draw.key = "mass_kg";
  draw.distribution = Distribution::kNormal;
  draw.mean = 6.0;
  draw.sigma = 0.5;
  double sum = 0.0, squares = 0.0;
  for (std::uint64_t i = 0; i < campaign.samples; ++i) {
    const double value = std::stod(draw_sample(campaign, i)[0]);
    sum += value;
    squares += (value - 6.0) * (value - 6.0);
  }
  EXPECT_NEAR(sum / 20000, 6.0, 0.015);  // four standard errors
  EXPECT_NEAR(std::sqrt(squares / 20000), 0.5, 0.011);
  draw.low = 5.9;
  draw.high = 6.3;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const double value = std::stod(draw_sample(campaign, i)[0]);
    ASSERT_GE(value, 5.9);
    ASSERT_LE(value, 6.3);
  }
}

TEST(Sampling, CorrelatedNormalsHaveTheirCorrelation) {
  Campaign campaign = three_keys(Sampling::kRandom, 20000);
  for (Draw& draw : campaign.draws) {
    draw.distribution = Distribution::kNormal;
    draw.low = draw.high = std::nullopt;
    draw.mean = 0.0;
    draw.sigma = 1.0;
  }
  campaign.correlated = {{{"a_m", "c_m"}, {-0.6}}};
  double ab = 0.0, ac = 0.0;
  for (std::uint64_t i = 0; i < campaign.samples; ++i) {
    const std::vector<std::string> values = draw_sample(campaign, i);
    ab += std::stod(values[0]) * std::stod(values[1]) / 20000;
    ac += std::stod(values[0]) * std::stod(values[2]) / 20000;
  }
  EXPECT_NEAR(ab, 0.0, 0.03);
  EXPECT_NEAR(ac, -0.6, 0.03);
}

}  // namespace
}  // namespace freefloat
