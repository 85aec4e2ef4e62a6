#pragma once

#include "types/time.h"

namespace freefloat {

/// The run's time. Real: CLOCK_MONOTONIC. Simulated: advances the whole testbed.
class Clock {
 public:
  virtual ~Clock() = default;

  /// @return Time since the run's start.
  virtual Time now() = 0;

  /// Returns at `deadline` on this clock, at once if that has passed.
  virtual void sleep_until(Time deadline) = 0;
};

}  // namespace freefloat
