#pragma once

#include <cstdint>
#include <optional>

#include "types/joint_vector.h"

namespace freefloat {

/// Joins the duties of several statuses, each a mean since the one before, to the mean since somebody asked.
class DutyMean {
 public:
  /// @param duties Of the newest status, shares of full. @param sampled_us Board time of its sample.
  /// @return Mean since `restart`, weighted by time.
  JointVector add(const JointVector& duties, std::uint64_t sampled_us) {
    const bool goes_on = newest_us_ && sampled_us > *newest_us_;
    const double weight = goes_on ? static_cast<double>(sampled_us - *newest_us_) : 1.0;
    newest_us_ = sampled_us;
    if (weight_ == 0.0) sum_ = JointVector::Zero(duties.size());
    sum_ += weight * duties;
    weight_ += weight;
    return sum_ / weight_;
  }

  void restart() { weight_ = 0.0; }

 private:
  std::optional<std::uint64_t> newest_us_;
  JointVector sum_;
  double weight_ = 0.0;
};

}  // namespace freefloat
