#pragma once

#include "estimation/newest.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// One reading of the servo board's sensors.
struct JointSample {
  Time time{};
  JointVector angles;  ///< rad
  JointVector rates;   ///< rad/s
};

/// The newest joint readings in rising order of time; the oldest is forgotten when a new one does not fit.
class RateHistory : public Newest<JointSample, 64> {
 public:
  RateHistory() = default;  // filled by `push` alone

  /// Ignores a reading that is not newer than the newest.
  void push(const JointSample& sample) {
    if (empty() || sample.time > newest().time) Newest::push(sample);
  }

  /// @return Index of the first reading after `time`, or size(). Quick for recent times.
  std::size_t first_after(Time time) const {
    std::size_t index = size();
    while (index > 0 && (*this)[index - 1].time > time) --index;
    return index;
  }

  static void describe(auto& v, auto& history) { Newest::describe(v, history, "samples"); }
};

}  // namespace freefloat
