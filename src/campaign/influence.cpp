#include "campaign/influence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "campaign/index_interval.h"

namespace freefloat {

namespace {

constexpr int kIndexBins = 10;

/// @return The bin of each sample.
std::vector<std::size_t> bin_numbers(const std::vector<double>& x, int bins) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  std::vector<std::size_t> number(x.size());
  std::size_t bin = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && x[order[i]] == x[order[i - 1]];
    if (!same) bin = i * bins / order.size();
    number[order[i]] = bin;
  }
  return number;
}

}  // namespace

std::vector<Bin> bin_shares(const std::vector<double>& x, const std::vector<bool>& good, int bins) {
  std::vector<Bin> all(bins);
  const std::vector<std::size_t> number = bin_numbers(x, bins);
  for (std::size_t i = 0; i < x.size(); ++i) {
    Bin& bin = all[number[i]];
    bin.low = bin.share.counted == 0 ? x[i] : std::min(bin.low, x[i]);
    bin.high = bin.share.counted == 0 ? x[i] : std::max(bin.high, x[i]);
    bin.share.counted += 1;
    bin.share.good += good[i] ? 1 : 0;
    bin.middle += (x[i] - bin.middle) / static_cast<double>(bin.share.counted);
  }
  std::erase_if(all, [](const Bin& bin) { return bin.share.counted == 0; });
  return all;
}

double LogisticFit::at(double x) const {
  return 1.0 / (1.0 + std::exp(-(offset + slope * (x - centre) / scale)));
}

LogisticFit fit_logistic(const std::vector<double>& x, const std::vector<bool>& good) {
  LogisticFit fit;
  if (x.empty()) return fit;
  const auto n = static_cast<double>(x.size());
  fit.centre = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double spread = 0.0;
  for (const double value : x) spread += (value - fit.centre) * (value - fit.centre) / n;
  if (spread > 0.0) fit.scale = std::sqrt(spread);
  constexpr double kPrior = 1e-2;  // of both numbers
  for (int step = 0; step < 50; ++step) {
    double g0 = -kPrior * fit.offset, g1 = -kPrior * fit.slope;
    double h00 = kPrior, h01 = 0.0, h11 = kPrior;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double z = (x[i] - fit.centre) / fit.scale;
      const double p = fit.at(x[i]);
      const double rest = (good[i] ? 1.0 : 0.0) - p;
      const double weight = p * (1.0 - p);
      g0 += rest;
      g1 += rest * z;
      h00 += weight;
      h01 += weight * z;
      h11 += weight * z * z;
    }
    const double determinant = h00 * h11 - h01 * h01;
    const double most = 2.0;  // a step of Newton's may go far astray at first
    const double d0 = std::clamp((h11 * g0 - h01 * g1) / determinant, -most, most);
    const double d1 = std::clamp((h00 * g1 - h01 * g0) / determinant, -most, most);
    fit.offset += d0;
    fit.slope += d1;
    if (std::abs(d0) + std::abs(d1) < 1e-10) break;
  }
  return fit;
}

Influence first_order_index(const std::vector<double>& x, const std::vector<bool>& good) {
  std::vector<Share> shares;
  Share all;
  for (const Bin& bin : bin_shares(x, good, kIndexBins)) {
    shares.push_back(bin.share);
    all.counted += bin.share.counted;
    all.good += bin.share.good;
  }
  double within = 0.0;
  for (const Share& share : shares)
    within += static_cast<double>(share.counted) * share.value() * (1.0 - share.value());
  const auto n = static_cast<double>(all.counted);
  const auto used = static_cast<double>(shares.size());
  const double total = n * all.value() * (1.0 - all.value());
  Influence influence;
  if (total > 0.0 && n > used) influence.index = 1.0 - within / (n - used) / (total / (n - 1.0));
  influence.interval = index_interval(shares);
  return influence;
}

}  // namespace freefloat
