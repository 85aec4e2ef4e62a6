#include "campaign/sampling.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <bit>
#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/random/sobol.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "types/random.h"

namespace freefloat {

namespace {

std::string shortest_text(double value) {
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// @return Where `index` goes in a permutation of 0 .. count - 1 that the key draws: a Feistel network over
/// the next power of four, walked until it is inside. No list of all samples is needed.
std::uint64_t permute(std::uint64_t index, std::uint64_t count, std::uint64_t seed, const std::string& key) {
  const int half = std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2);
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  const std::uint64_t mixed_seed = Random(seed, "stratum " + key).next();
  do {
    std::uint64_t left = index >> half;
    std::uint64_t right = index & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t mixed = Random(mixed_seed ^ right, "round", round).next();
      left = std::exchange(right, left ^ (mixed & mask));
    }
    index = (left << half) | right;
  } while (index >= count);
  return index;
}

std::uint32_t reverse_bits(std::uint32_t x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}

/// Owen's nested scrambling by a hash of the leading digits (Laine & Karras 2011, constants of Burley 2020).
std::uint32_t scramble_nested(std::uint32_t x, std::uint32_t seed) {
  x = reverse_bits(x) + seed;
  x ^= x * 0x6c50b47cu;
  x ^= x * 0xb82f1e52u;
  x ^= x * 0xc7afe638u;
  x ^= x * 0x8d22f6e6u;
  return reverse_bits(x);
}

std::vector<double> sobol_shares(const Campaign& campaign, std::uint64_t index) {
  boost::random::sobol_engine<std::uint32_t, 32> engine(campaign.draws.size());
  engine.discard(index * campaign.draws.size());
  std::vector<double> shares;
  for (const Draw& draw : campaign.draws) {
    const auto seed = static_cast<std::uint32_t>(Random(campaign.seed, "scramble " + draw.key).next() >> 32);
    const std::uint32_t digits = scramble_nested(engine(), seed);
    shares.push_back((static_cast<double>(digits) + 0.5) * 0x1p-32);
  }
  return shares;
}

std::vector<double> grid_shares(const Campaign& campaign, std::uint64_t index) {
  std::vector<double> shares;
  for (const Draw& draw : campaign.draws) {
    const std::uint64_t points = grid_points(draw);
    const auto at = static_cast<double>(index % points);
    const bool has_ends = draw.distribution == Distribution::kUniform ||
                          draw.distribution == Distribution::kLogUniform;  // which belong to the grid
    shares.push_back(has_ends && points > 1 ? at / static_cast<double>(points - 1)
                                            : (at + 0.5) / static_cast<double>(points));
    index /= points;
  }
  return shares;
}

/// Replaces the shares of each correlated group.
void correlate(const Campaign& campaign, std::vector<double>& shares) {
  for (const CorrelatedDraws& group : campaign.correlated) {
    std::vector<std::size_t> places;
    for (const std::string& key : group.keys) {
      const auto found = std::find_if(campaign.draws.begin(), campaign.draws.end(),
                                      [&](const Draw& draw) { return draw.key == key; });
      places.push_back(found - campaign.draws.begin());
    }
    Eigen::VectorXd z(static_cast<Eigen::Index>(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i)
      z[static_cast<Eigen::Index>(i)] = normal_quantile(shares[places[i]]);
    z = *correlation_factor(group) * z;
    for (std::size_t i = 0; i < places.size(); ++i)
      shares[places[i]] =
          std::clamp(normal_share(z[static_cast<Eigen::Index>(i)]), kLowestShare, kHighestShare);
  }
}

double number_at(const Draw& draw, double share) {
  if (draw.distribution == Distribution::kNormal) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double from = normal_share((draw.low.value_or(-infinity) - *draw.mean) / *draw.sigma);
    const double to = normal_share((draw.high.value_or(infinity) - *draw.mean) / *draw.sigma);
    const double value = *draw.mean + *draw.sigma * normal_quantile(from + share * (to - from));
    return std::clamp(value, draw.low.value_or(-infinity), draw.high.value_or(infinity));
  }
  if (draw.distribution == Distribution::kLogUniform) {
    const double low = std::log(*draw.low);
    return std::clamp(std::exp(low + share * (std::log(*draw.high) - low)), *draw.low, *draw.high);
  }
  return std::clamp(*draw.low + share * (*draw.high - *draw.low), *draw.low, *draw.high);
}

/// @param shares After correlation.
std::vector<std::string> values_of(const Campaign& campaign, const std::vector<double>& shares) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < shares.size(); ++i) values.push_back(value_at(campaign.draws[i], shares[i]));
  return values;
}

}  // namespace

double normal_quantile(double share) {
  // Not by long double, which is another type on other machines, and under valgrind.
  using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  const double within = std::clamp(share, kLowestShare, kHighestShare);
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * within, InDouble{});
}

double normal_share(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

std::uint64_t grid_points(const Draw& draw) {
  return draw.distribution == Distribution::kChoice ? draw.values.size()
                                                    : static_cast<std::uint64_t>(draw.points);
}

std::optional<Eigen::MatrixXd> correlation_factor(const CorrelatedDraws& group) {
  const auto n = static_cast<Eigen::Index>(group.keys.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(n, n);
  std::size_t next = 0;
  for (Eigen::Index column = 1; column < n; ++column) {
    for (Eigen::Index row = 0; row < column; ++row)
      matrix(row, column) = matrix(column, row) = group.correlations[next++];
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(matrix);
  if (factor.info() != Eigen::Success) return std::nullopt;
  return Eigen::MatrixXd(factor.matrixL());
}

std::string value_at(const Draw& draw, double share) {
  if (draw.distribution == Distribution::kChoice) {
    const auto place = static_cast<std::size_t>(share * static_cast<double>(draw.values.size()));
    return draw.values[std::min(place, draw.values.size() - 1)];
  }
  const double value = number_at(draw, share);
  return shortest_text(draw.whole ? std::round(value) : value);
}

std::vector<double> draw_shares(const Campaign& campaign, std::uint64_t index) {
  if (campaign.draws.empty()) return {};
  if (campaign.sampling == Sampling::kSobol) return sobol_shares(campaign, index);
  if (campaign.sampling == Sampling::kGrid) return grid_shares(campaign, index);
  std::vector<double> shares;
  for (const Draw& draw : campaign.draws) {
    const double inside = Random(campaign.seed, "draw " + draw.key, index).uniform() + 0x1p-54;
    if (campaign.sampling == Sampling::kLatinHypercube) {
      const auto stratum = static_cast<double>(permute(index, campaign.samples, campaign.seed, draw.key));
      shares.push_back(std::min((stratum + inside) / static_cast<double>(campaign.samples), kHighestShare));
    } else {
      shares.push_back(std::min(inside, kHighestShare));
    }
  }
  return shares;
}

std::vector<std::string> draw_sample(const Campaign& campaign, std::uint64_t index) {
  if (campaign.sampling == Sampling::kCsv || campaign.sampling == Sampling::kListed)
    return campaign.rows[index];
  std::vector<double> shares = draw_shares(campaign, index);
  correlate(campaign, shares);
  return values_of(campaign, shares);
}

std::vector<double> shares_at(const Campaign& campaign, const Eigen::VectorXd& point) {
  std::vector<double> shares;
  for (const double z : point) shares.push_back(std::clamp(normal_share(z), kLowestShare, kHighestShare));
  correlate(campaign, shares);
  return shares;
}

std::vector<std::string> values_at(const Campaign& campaign, const Eigen::VectorXd& point) {
  return values_of(campaign, shares_at(campaign, point));
}

std::uint64_t run_seed(const Campaign& campaign, std::uint64_t index) {
  constexpr std::uint64_t kSeeds = 1'000'000'000'000'000;  // as many as an experiment's `seed` may be
  if (campaign.consecutive_seeds) return campaign.seed + index;
  return Random(campaign.seed, "run", index).next() % kSeeds;
}

}  // namespace freefloat
