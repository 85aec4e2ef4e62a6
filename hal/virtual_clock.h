#pragma once

#include <algorithm>

#include "hal/clock.h"

namespace freefloat {

/// Starts at zero, advances by being slept on, and costs no time: for recordings that nobody waits for.
class VirtualClock final : public Clock {
 public:
  Time now() override { return now_; }
  void sleep_until(Time deadline) override { now_ = std::max(now_, deadline); }

 private:
  Time now_{};
};

}  // namespace freefloat
