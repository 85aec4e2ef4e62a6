#pragma once

#include <time.h>

#include "hal/clock.h"

namespace freefloat {

/// CLOCK_MONOTONIC, counted from the construction: never steps, and sleeps on absolute deadlines.
class MonotonicClock final : public Clock {
 public:
  MonotonicClock() : start_(read()) {}

  Time now() override { return Time{} + (read() - start_); }

  void sleep_until(Time deadline) override {
    const Duration absolute = start_ + deadline.time_since_epoch();
    timespec until{};
    until.tv_sec = static_cast<time_t>(absolute.count() / kNanoseconds);
    until.tv_nsec = absolute.count() % kNanoseconds;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) != 0) {
    }  // a signal ends the sleep early
  }

 private:
  static constexpr std::int64_t kNanoseconds = 1'000'000'000;

  static Duration read() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return Duration{now.tv_sec * kNanoseconds + now.tv_nsec};
  }

  Duration start_;
};

}  // namespace freefloat
