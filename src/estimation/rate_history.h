#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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
class RateHistory {
 public:
  static constexpr std::size_t kCapacity = 64;

  /// Ignores a reading that is not newer than the newest.
  void push(const JointSample& sample) {
    if (size_ > 0 && sample.time <= newest().time) return;
    if (size_ == kCapacity) {
      first_ = (first_ + 1) % kCapacity;
      --size_;
    }
    samples_[(first_ + size_) % kCapacity] = sample;
    ++size_;
  }

  void clear() { size_ = 0; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const JointSample& operator[](std::size_t index) const { return samples_[(first_ + index) % kCapacity]; }

  /// @return Index of the first reading after `time`, or size(). Quick for recent times.
  std::size_t first_after(Time time) const {
    std::size_t index = size_;
    while (index > 0 && (*this)[index - 1].time > time) --index;
    return index;
  }
  const JointSample& newest() const { return (*this)[size_ - 1]; }

  /// The places as they are, oldest or not; for the log.
  static void describe(auto& v, auto& history) {
    v("first", history.first_);
    v("size", history.size_);
    v.used("samples", history.samples_, kCapacity);
  }

 private:
  std::array<JointSample, kCapacity> samples_{};
  std::uint64_t first_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace freefloat
