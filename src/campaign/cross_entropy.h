#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "campaign/failure_estimate.h"

namespace freefloat {

/// Where a search draws its points: independent normals, in the space in which what is drawn is standard
/// normal.
struct SearchDensity {
  Eigen::VectorXd mean;
  Eigen::VectorXd sigma;

  static SearchDensity nominal(Eigen::Index dimension);

  /// @return Logarithm of the standard normal density at `point` over this density.
  double log_weight(const Eigen::VectorXd& point) const;
};

struct SearchOptions {
  Eigen::Index dimension = 0;  ///< how many numbers are drawn
  std::uint64_t seed = 1;
  std::size_t generation = 200;  ///< points that the density is fitted to
  int most_generations = 15;     ///< until a tenth of one fails
  std::size_t estimate = 1000;   ///< points that the probability is estimated from
  double nominal_share = 0.1;    ///< of these, drawn as they are in the world
};

enum class SearchStage : std::uint8_t { kApproach, kEstimate, kNarrow };

/// A point that was tried.
struct TriedPoint {
  Eigen::VectorXd point;
  double margin = 0.0;  ///< 0: failed; NaN: there is no such world
  SearchStage stage = SearchStage::kApproach;

  bool failed() const { return margin <= 0.0; }
  /// From the medians of all that is drawn, in standard deviations.
  double distance() const { return point.norm(); }
};

/// What a search has found.
struct FailureSearch {
  std::vector<TriedPoint> tried;       ///< in their order
  SearchDensity density;               ///< fitted to the failures
  bool reached = false;                ///< a tenth of a generation failed
  bool interrupted = false;            ///< what follows it is missing
  std::optional<std::size_t> nearest;  ///< of `tried`: the failure nearest to the medians
  FailureEstimate estimate;            ///< without samples: not come to
};

/// @return The margins of points, see TriedPoint; nothing: interrupted.
using TryPoints = std::function<std::optional<std::vector<double>>(const std::vector<Eigen::VectorXd>& points,
                                                                   SearchStage stage)>;

/// Looks for the failure that is the most likely one, and for how likely any failure is. Three stages:
/// generations of points lead a density towards smaller margins by the cross-entropy method (Rubinstein &
/// Kroese 2004, The Cross-Entropy Method, algorithm 3.1 for rare events), until failures are common; the
/// probability is estimated by importance sampling from that density mixed with the nominal one (Hesterberg
/// 1995: no weight is then above 1 / nominal_share); the nearest failure is drawn nearer, key by key and all
/// together. What it does depends on the options and the margins alone.
FailureSearch search_failure(const SearchOptions& options, const TryPoints& try_points);

}  // namespace freefloat
