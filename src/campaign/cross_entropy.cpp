#include "campaign/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "types/random.h"

namespace freefloat {

namespace {

constexpr double kEliteShare = 0.1;
constexpr double kFitShare = 0.7;    // of the way to the fitted density
constexpr double kLeastSigma = 0.4;  // narrower ones make weights that few points carry
constexpr int kSettle = 2;           // generations after the first that failed often enough
constexpr int kNarrowRounds = 6;
constexpr std::size_t kNarrowDraws = 40;

using Points = std::vector<Eigen::VectorXd>;

/// Weights of the points, which are raised to a power below 1 where a few would count for all.
std::vector<double> fitting_weights(const SearchDensity& density,
                                    const std::vector<const TriedPoint*>& elite) {
  std::vector<double> logs;
  for (const TriedPoint* tried : elite) logs.push_back(density.log_weight(tried->point));
  const double largest = *std::max_element(logs.begin(), logs.end());
  std::vector<double> weights(logs.size());
  for (double power = 1.0;; power *= 0.5) {
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      weights[i] = std::exp(power * (logs[i] - largest));
      sum += weights[i];
      squares += weights[i] * weights[i];
    }
    if (sum * sum >= 0.3 * static_cast<double>(logs.size()) * squares || power < 1e-3) return weights;
  }
}

/// Draws the density towards the elite, by the weighted moments of its points.
void fit(const std::vector<const TriedPoint*>& elite, SearchDensity& density) {
  const std::vector<double> weights = fitting_weights(density, elite);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(density.mean.size());
  for (std::size_t i = 0; i < elite.size(); ++i) mean += weights[i] / sum * elite[i]->point;
  Eigen::VectorXd variance = Eigen::VectorXd::Zero(mean.size());
  for (std::size_t i = 0; i < elite.size(); ++i)
    variance += weights[i] / sum * (elite[i]->point - mean).cwiseAbs2();
  density.mean += kFitShare * (mean - density.mean);
  density.sigma += kFitShare * (variance.cwiseSqrt() - density.sigma);
  density.sigma = density.sigma.cwiseMax(kLeastSigma);
}

/// One search on its way.
class Search {
 public:
  Search(const SearchOptions& options, const TryPoints& try_points)
      : options_(options), try_points_(try_points) {
    result_.density = SearchDensity::nominal(options.dimension);
  }

  FailureSearch run() {
    if (approach() && estimate()) narrow();
    return std::move(result_);
  }

 private:
  /// Numbers of a point depend on its place among all points alone.
  Random random_of(std::size_t place) const { return Random(options_.seed, "search", place); }

  Eigen::VectorXd draw(const SearchDensity& density, Random& random) const {
    Eigen::VectorXd point(options_.dimension);
    for (Eigen::Index i = 0; i < point.size(); ++i)
      point[i] = density.mean[i] + density.sigma[i] * random.normal();
    return point;
  }

  /// @return Whether they were tried: false where it was interrupted.
  bool try_all(const Points& points, SearchStage stage) {
    const auto margins = try_points_(points, stage);
    result_.interrupted = !margins;
    if (!margins) return false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      result_.tried.push_back({points[i], (*margins)[i], stage});
      const TriedPoint& tried = result_.tried.back();
      if (tried.failed() &&
          (!result_.nearest || tried.distance() < result_.tried[*result_.nearest].distance()))
        result_.nearest = result_.tried.size() - 1;
    }
    return true;
  }

  bool approach() {
    int settled = 0;
    for (int generation = 0; generation < options_.most_generations && settled <= kSettle; ++generation) {
      const std::size_t begin = result_.tried.size();
      Points points;
      for (std::size_t i = 0; i < options_.generation; ++i) {
        Random random = random_of(begin + i);
        points.push_back(draw(result_.density, random));
      }
      if (!try_all(points, SearchStage::kApproach)) return false;
      const std::vector<const TriedPoint*> elite = elite_from(begin);
      if (elite.empty()) continue;  // no such worlds: the same density again, other points
      result_.reached = result_.reached || elite.back()->failed();
      settled += result_.reached ? 1 : 0;
      fit(elite, result_.density);
    }
    return true;
  }

  /// @return The points from `begin` on with the smallest margins: a tenth of them, or all that failed.
  std::vector<const TriedPoint*> elite_from(std::size_t begin) const {
    std::vector<const TriedPoint*> elite;
    for (std::size_t i = begin; i < result_.tried.size(); ++i) {
      if (std::isfinite(result_.tried[i].margin)) elite.push_back(&result_.tried[i]);
    }
    std::stable_sort(elite.begin(), elite.end(),
                     [](const TriedPoint* a, const TriedPoint* b) { return a->margin < b->margin; });
    const auto wanted =
        static_cast<std::ptrdiff_t>(std::ceil(kEliteShare * static_cast<double>(options_.generation)));
    const auto failures =
        std::count_if(elite.begin(), elite.end(), [](const auto* p) { return p->failed(); });
    elite.resize(std::min(std::max(wanted, failures), static_cast<std::ptrdiff_t>(elite.size())));
    return elite;
  }

  bool estimate() {
    // Narrower than the world's own, points beside the fitted ones would weigh as much as all of them.
    result_.density.sigma = result_.density.sigma.cwiseMax(1.0);
    const std::size_t begin = result_.tried.size();
    const SearchDensity nominal = SearchDensity::nominal(options_.dimension);
    Points points;
    for (std::size_t i = 0; i < options_.estimate; ++i) {
      Random random = random_of(begin + i);
      const bool as_in_the_world = random.uniform() < options_.nominal_share;
      points.push_back(draw(as_in_the_world ? nominal : result_.density, random));
    }
    if (!try_all(points, SearchStage::kEstimate)) return false;
    std::vector<double> weights;
    for (std::size_t i = begin; i < result_.tried.size(); ++i) {
      const double inverse =
          options_.nominal_share +
          (1.0 - options_.nominal_share) * std::exp(-result_.density.log_weight(points[i - begin]));
      weights.push_back(result_.tried[i].failed() ? 1.0 / inverse : 0.0);
    }
    result_.estimate = estimate_failure(weights);
    return true;
  }

  /// Points nearer to the medians than the nearest failure: each number of it at its median or halved, and
  /// all together drawn inwards and a little aside.
  Points nearer_points(double spread) const {
    const std::size_t begin = result_.tried.size();
    const Eigen::VectorXd& nearest = result_.tried[*result_.nearest].point;
    Points points;
    for (Eigen::Index i = 0; i < nearest.size(); ++i) {
      for (const double factor : {0.0, 0.5}) {
        if (nearest[i] == 0.0) continue;
        points.push_back(nearest);
        points.back()[i] *= factor;
      }
    }
    const double radius = nearest.norm();
    while (points.size() < 2 * nearest.size() + kNarrowDraws) {
      Random random = random_of(begin + points.size());
      const SearchDensity around{
          nearest, Eigen::VectorXd::Constant(
                       nearest.size(), spread * radius / std::sqrt(static_cast<double>(nearest.size())))};
      const Eigen::VectorXd aside = draw(around, random);
      points.push_back(aside * (radius * (1.0 - spread * random.uniform()) / aside.norm()));
    }
    return points;
  }

  void narrow() {
    double spread = 0.3;
    for (int round = 0; round < kNarrowRounds && result_.nearest; ++round) {
      const std::size_t before = *result_.nearest;
      if (result_.tried[before].distance() == 0.0) return;  // all is at its median, and fails
      if (!try_all(nearer_points(spread), SearchStage::kNarrow)) return;
      if (*result_.nearest == before) spread *= 0.5;
    }
  }

  const SearchOptions& options_;
  const TryPoints& try_points_;
  FailureSearch result_;
};

}  // namespace

SearchDensity SearchDensity::nominal(Eigen::Index dimension) {
  return {Eigen::VectorXd::Zero(dimension), Eigen::VectorXd::Ones(dimension)};
}

double SearchDensity::log_weight(const Eigen::VectorXd& point) const {
  const Eigen::VectorXd z = (point - mean).cwiseQuotient(sigma);
  return 0.5 * (z.squaredNorm() - point.squaredNorm()) + sigma.array().log().sum();
}

FailureSearch search_failure(const SearchOptions& options, const TryPoints& try_points) {
  return Search(options, try_points).run();
}

}  // namespace freefloat
