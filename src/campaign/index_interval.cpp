#include "campaign/index_interval.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "campaign/sampling.h"

namespace freefloat {

namespace {

constexpr double kTail = 0.025;

/// Bins of which each has its own probability of success: that of all, and `stretch` times what the observed
/// one differs from it.
class Bins {
 public:
  explicit Bins(const std::vector<Share>& bins) {
    std::vector<double> counts, shares;
    for (const Share& bin : bins) {
      if (bin.counted == 0) continue;
      counts.push_back(static_cast<double>(bin.counted));
      shares.push_back(bin.value());
    }
    const auto size = static_cast<Eigen::Index>(counts.size());
    counts_ = Eigen::VectorXd::Map(counts.data(), size);
    shares_ = Eigen::VectorXd::Map(shares.data(), size);
    all_ = counts_.sum();
    mean_ = all_ > 0.0 ? counts_.dot(shares_) / all_ : 0.0;
  }

  bool tell_nothing() const { return mean_ <= 0.0 || mean_ >= 1.0 || counts_.size() < 2; }

  /// @return Variance between the bins, as a share of all.
  double index(double stretch) const {
    const Eigen::VectorXd p = probabilities(stretch);
    const double mean = counts_.dot(p) / all_;
    if (mean <= 0.0 || mean >= 1.0) return 0.0;
    return counts_.dot((p.array() - mean).square().matrix()) / (all_ * mean * (1.0 - mean));
  }

  /// @return What `index` of samples is on average where the bins are alike.
  double index_of_noise() const { return static_cast<double>(counts_.size() - 1) / (all_ - 1.0); }

  /// How often samples would have such an index or a larger one. That it is at least `index` says that
  ///   x' M x - index n' x >= 0,  M = diag(n) - (1 - index) n n' / N,
  /// of the bins' shares x and numbers n, N in all. x is about normal; from the sum's first three cumulants
  /// (those of a quadratic form in normal variables) follows a shifted gamma distribution, as Imhof (1961)
  /// says after Pearson, and its share by Wilson and Hilferty (1931).
  double tail(double stretch, double index) const {
    const Eigen::VectorXd p = probabilities(stretch);
    // A bin without failures is no proof that it can have none.
    const Eigen::ArrayXd least = 0.5 / (counts_.array() + 1.0);
    const Eigen::ArrayXd q = p.array().max(least).min(1.0 - least);
    const Eigen::VectorXd sigma = (q * (1.0 - q) / counts_.array()).sqrt().matrix();
    Eigen::MatrixXd m = -(1.0 - index) / all_ * counts_ * counts_.transpose();
    m.diagonal() += counts_;
    const Eigen::MatrixXd s = sigma.asDiagonal() * m * sigma.asDiagonal();
    const Eigen::VectorXd slope = sigma.cwiseProduct(2.0 * m * p - index * counts_);
    const Eigen::MatrixXd square = s * s;
    const double mean = p.dot(m * p) - index * counts_.dot(p) + s.trace();
    const double variance = 2.0 * square.trace() + slope.squaredNorm();
    const double skewness =
        (8.0 * (square * s).trace() + 6.0 * slope.dot(s * slope)) / std::pow(variance, 1.5);
    return 1.0 - gamma_share(-mean / std::sqrt(variance), skewness);
  }

 private:
  Eigen::VectorXd probabilities(double stretch) const {
    return (mean_ + stretch * (shares_.array() - mean_)).max(0.0).min(1.0).matrix();
  }

  /// @param z In standard deviations from the mean.
  static double gamma_share(double z, double skewness) {
    if (std::abs(skewness) < 1e-6) return normal_share(z);
    const double a = 4.0 / (skewness * skewness);
    const double root = std::cbrt(std::max(0.0, 1.0 + 0.5 * skewness * z));
    const double share = normal_share(3.0 * std::sqrt(a) * (root - 1.0 + 1.0 / (9.0 * a)));
    return skewness > 0.0 ? share : 1.0 - share;
  }

  Eigen::VectorXd counts_, shares_;
  double all_ = 0.0;
  double mean_ = 0.0;
};

/// @return The index at which `index` or more is so frequent; 0 where it is already when the bins are alike.
double index_where(const Bins& bins, double index, double frequency) {
  constexpr double kMostStretch = 20.0;
  double low = 0.0, high = kMostStretch;
  if (bins.tail(low, index) >= frequency) return 0.0;
  while (high - low > 1e-6 * kMostStretch) {
    const double middle = 0.5 * (low + high);
    (bins.tail(middle, index) < frequency ? low : high) = middle;
  }
  return bins.index(low);
}

}  // namespace

Interval index_interval(const std::vector<Share>& shares) {
  const Bins bins(shares);
  if (bins.tell_nothing()) return {};
  const double index = bins.index(1.0);
  // Bins that are more alike than chance makes them do not prove the more that there is no influence.
  return {index_where(bins, index, kTail),
          index_where(bins, std::max(index, bins.index_of_noise()), 1.0 - kTail)};
}

}  // namespace freefloat
