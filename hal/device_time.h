#pragma once

#include <cstdint>
#include <vector>

#include "types/time.h"

namespace freefloat {

/// Puts the time stamps of a device's own clock on the run's clock, and follows how far the two drift apart.
///
/// It learns from pairs: what the device's clock showed, and our time when we heard of it. We hear of it
/// late, by a delay that varies and is never negative, so only the earliest pairs count: those on the line
/// below all differences of the last minute. Its slope is the drift.
class DeviceTime {
 public:
  /// Forgets all: the device was started anew.
  void restart();

  /// @param device What the device's clock showed, ns.
  /// @param heard Our time when we heard of it, less the part of the delay that is known.
  void learn(std::int64_t device, Time heard);

  /// @return Our time when the device's clock shows `device`. Only after the first pair.
  Time to_ours(std::int64_t device) const;

  bool is_known() const { return known_; }

  /// @return By how much the device's clock is fast, 1 (1e-6: 1 us a second); zero until five seconds of
  /// pairs have told it.
  double drift() const { return -slope_ / (1.0 + slope_); }

  /// @return How often the device's clock has stepped, forwards or backwards, by more than drift explains.
  std::uint64_t steps() const { return steps_; }

 private:
  // The difference "ours less the device's" of one pair, both counted from the first pair.
  struct Difference {
    double at;     // of the device's clock, ns
    double value;  // ns
  };

  void begin(std::int64_t device, Time heard);
  void fit();
  double line_at(double at) const { return value_ + slope_ * (at - at_); }

  bool known_ = false;
  std::int64_t first_device_ = 0;
  Time first_heard_{};
  std::vector<Difference> earliest_;  // smallest difference of each second
  double at_ = 0.0;                   // the line goes through this point
  double value_ = 0.0;
  double slope_ = 0.0;
  int contradictions_ = 0;  // pairs in a row that no drift explains
  std::uint64_t steps_ = 0;
};

}  // namespace freefloat
