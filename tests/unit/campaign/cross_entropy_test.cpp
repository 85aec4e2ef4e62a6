#include "campaign/cross_entropy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "campaign/sampling.h"

namespace freefloat {
namespace {

/// Failures begin at 0, the medians have margin 1.
using Margin = std::function<double(const Eigen::VectorXd&)>;

TryPoints try_by(const Margin& margin) {
  return [margin](const std::vector<Eigen::VectorXd>& points,
                  SearchStage /*stage*/) -> std::optional<std::vector<double>> {
    std::vector<double> margins;
    for (const Eigen::VectorXd& point : points) margins.push_back(std::max(margin(point), 0.0));
    return margins;
  };
}

SearchOptions options_of(Eigen::Index dimension, std::uint64_t seed = 1) {
  SearchOptions options;
  options.dimension = dimension;
  options.seed = seed;
  return options;
}

/// Fails beyond a plane at `distance` from the medians.
Margin beyond_plane(const Eigen::VectorXd& normal, double distance) {
  return [=](const Eigen::VectorXd& point) { return 1.0 - normal.dot(point) / distance; };
}

Eigen::VectorXd slanted(Eigen::Index dimension) {
  return Eigen::VectorXd::LinSpaced(dimension, 1.0, 2.0).normalized();
}

/// Of searches with other seeds.
struct Tally {
  int held = 0;     ///< intervals with the probability in them
  int trusted = 0;  ///< of all
};

// Of 40 intervals that hold in 95 % of all cases, fewer than 34 hold in one case of 700.
constexpr int kSeeds = 40;
constexpr int kLeastHeld = 34;

Tally search_often(Eigen::Index dimension, const Margin& margin, double probability) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const FailureEstimate estimate = search_failure(options_of(dimension, seed), try_by(margin)).estimate;
    tally.held += estimate.interval.low <= probability && probability <= estimate.interval.high ? 1 : 0;
    tally.trusted += estimate.trusted() ? 1 : 0;
  }
  return tally;
}

TEST(SearchFailure, IntervalHoldsTheProbabilityBeyondAPlane) {
  for (const double distance : {3.0, 4.5}) {
    const Tally tally = search_often(4, beyond_plane(slanted(4), distance), normal_share(-distance));
    EXPECT_GE(tally.held, kLeastHeld) << distance;
    EXPECT_EQ(tally.trusted, kSeeds) << distance;
  }
}

// One density does not always come to both sides; then it is said.
TEST(SearchFailure, IntervalHoldsTheProbabilityOnBothSides) {
  const Margin both = [](const Eigen::VectorXd& point) { return 1.0 - std::abs(point[0]) / 3.5; };
  const Tally tally = search_often(2, both, 2.0 * normal_share(-3.5));
  EXPECT_GE(tally.held, kLeastHeld);
  EXPECT_GE(tally.trusted, kLeastHeld);
}

TEST(SearchFailure, IntervalHoldsTheProbabilityAllAround) {
  // In two dimensions the squared radius is exponential.
  const Margin around = [](const Eigen::VectorXd& point) { return 1.0 - point.norm() / 4.0; };
  const Tally tally = search_often(2, around, std::exp(-8.0));
  EXPECT_GE(tally.held, kLeastHeld);
  EXPECT_GE(tally.trusted, kLeastHeld);
}

TEST(SearchFailure, NearestIsAtTheDesignPoint) {
  for (const Eigen::Index dimension : {1, 2, 6}) {
    const Eigen::VectorXd normal = slanted(dimension);
    const FailureSearch search = search_failure(options_of(dimension), try_by(beyond_plane(normal, 4.0)));
    ASSERT_TRUE(search.nearest);
    const TriedPoint& nearest = search.tried[*search.nearest];
    EXPECT_TRUE(nearest.failed());
    EXPECT_GE(nearest.distance(), 4.0);
    EXPECT_LE(nearest.distance(), 4.1) << dimension << " dimensions";
    EXPECT_LE((nearest.point - 4.0 * normal).norm(), 1.0) << dimension << " dimensions";
  }
}

TEST(SearchFailure, LeavesNumbersThatDoNotMatterAtTheirMedians) {
  const Margin only_one = [](const Eigen::VectorXd& point) { return 1.0 - point[2] / 3.0; };
  const FailureSearch search = search_failure(options_of(5), try_by(only_one));
  ASSERT_TRUE(search.nearest);
  EXPECT_NEAR(search.tried[*search.nearest].point[2], 3.0, 0.05);
  EXPECT_NEAR(search.tried[*search.nearest].distance(), 3.0, 0.05);
}

// Far from the axes, where a number at its median or halved leads out of the failures.
TEST(SearchFailure, DrawsTheNearestInwardsAlongASlantedEdge) {
  SearchOptions options = options_of(10);
  options.generation = 60;
  options.estimate = 100;
  const FailureSearch search = search_failure(options, try_by(beyond_plane(slanted(10), 4.0)));
  double found = std::numeric_limits<double>::infinity();
  for (const TriedPoint& tried : search.tried) {
    if (tried.stage != SearchStage::kNarrow && tried.failed()) found = std::min(found, tried.distance());
  }
  ASSERT_TRUE(search.nearest);
  EXPECT_LE(search.tried[*search.nearest].distance() - 4.0, 0.75 * (found - 4.0)) << found;
}

TEST(SearchFailure, WorldsThatThereAreNotFailNothing) {
  const Margin half = [](const Eigen::VectorXd& point) {
    return point[0] < 0.0 ? std::nan("") : 1.0 - point[1] / 3.0;
  };
  const TryPoints with_gaps = [&](const std::vector<Eigen::VectorXd>& points,
                                  SearchStage /*stage*/) -> std::optional<std::vector<double>> {
    std::vector<double> margins;
    for (const Eigen::VectorXd& point : points) margins.push_back(half(point));
    return margins;
  };
  const FailureEstimate estimate = search_failure(options_of(2), with_gaps).estimate;
  const double probability = 0.5 * normal_share(-3.0);
  EXPECT_LE(estimate.interval.low, probability);
  EXPECT_GE(estimate.interval.high, probability);
}

TEST(SearchFailure, SaysWhenItFoundNone) {
  const FailureSearch search =
      search_failure(options_of(3), try_by([](const Eigen::VectorXd&) { return 0.5; }));
  EXPECT_FALSE(search.nearest);
  EXPECT_FALSE(search.reached);
  EXPECT_EQ(search.estimate.failures, 0u);
  EXPECT_EQ(search.estimate.interval.high, 1.0) << "nothing is known of the probability";
  EXPECT_FALSE(search.estimate.trusted());
}

TEST(SearchFailure, GoesOnWhereItWasInterrupted) {
  const Margin margin = beyond_plane(slanted(3), 3.0);
  const FailureSearch whole = search_failure(options_of(3), try_by(margin));
  std::size_t batches = 0;
  const TryPoints twice = [&](const std::vector<Eigen::VectorXd>& points, SearchStage stage) {
    return ++batches > 2 ? std::nullopt : try_by(margin)(points, stage);
  };
  const FailureSearch part = search_failure(options_of(3), twice);
  EXPECT_TRUE(part.interrupted);
  ASSERT_EQ(part.tried.size(), 400u);
  for (std::size_t i = 0; i < part.tried.size(); ++i)
    EXPECT_EQ(part.tried[i].point, whole.tried[i].point) << i;
  EXPECT_EQ(part.estimate.samples, 0u);
}

TEST(FailureEstimate, IsTheShareWhereAllWeighTheSame) {
  std::vector<double> weights(1000, 0.0);
  for (std::size_t i = 0; i < 100; ++i) weights[i] = 1.0;
  const FailureEstimate estimate = estimate_failure(weights);
  EXPECT_DOUBLE_EQ(estimate.probability, 0.1);
  EXPECT_DOUBLE_EQ(estimate.effective_size, 100.0);
  EXPECT_NEAR(std::log(estimate.interval.high / 0.1), 1.96 * std::sqrt(0.9 / 0.1 / 1000.0), 1e-4);
  EXPECT_TRUE(estimate.trusted());
}

TEST(FailureEstimate, IsNotTrustedWhereOneFailureWeighsMost) {
  std::vector<double> weights(1000, 0.0);
  for (std::size_t i = 0; i < 100; ++i) weights[i] = 0.001;
  weights[7] = 5.0;
  const FailureEstimate estimate = estimate_failure(weights);
  EXPECT_EQ(estimate.failures, 100u);
  EXPECT_LT(estimate.effective_size, 1.1);
  EXPECT_FALSE(estimate.trusted());
}

}  // namespace
}  // namespace freefloat
