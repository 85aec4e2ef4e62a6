#pragma once

#include <vector>

#include "campaign/intervals.h"

namespace freefloat {

/// A part of a drawn parameter's values.
struct Bin {
  double low = 0.0, high = 0.0;  ///< values in it
  double middle = 0.0;           ///< their mean
  Share share;
};

/// @param x Values of the parameter. @param good Whether each sample succeeded.
/// @param bins Wanted number, about equally full; equal values are never in two of them.
std::vector<Bin> bin_shares(const std::vector<double>& x, const std::vector<bool>& good, int bins);

/// P(success) = 1 / (1 + exp(-(offset + slope (x - centre) / scale))).
struct LogisticFit {
  double offset = 0.0;
  double slope = 0.0;
  double centre = 0.0;
  double scale = 1.0;

  double at(double x) const;
};

/// Maximum likelihood with a weak prior on the slope, so that separated data has a fit as well.
LogisticFit fit_logistic(const std::vector<double>& x, const std::vector<bool>& good);

/// How much of the outcome's variance goes with one parameter.
struct Influence {
  double index = 0.0;  ///< Sobol index of first order
  Interval interval;   ///< 95 %, see index_interval.h
};

/// From the bins' shares, less what bins of noise would have (epsilon squared); below 0 is as good as 0.
Influence first_order_index(const std::vector<double>& x, const std::vector<bool>& good);

}  // namespace freefloat
