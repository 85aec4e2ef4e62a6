#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "doctor/finding.h"
#include "types/time.h"

namespace freefloat {

/// How late a thread that sleeps until absolute deadlines is woken.
struct TimerLatency {
  /// Upper ends of the histogram's classes, us; the last class has none.
  static constexpr std::array<std::int64_t, 9> kClassEnds{10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
  static constexpr std::int64_t kStall = 1000;  ///< a wake-up later than this is a stall, us

  std::uint64_t wakes = 0;
  Duration p50{};
  Duration p99{};
  Duration max{};
  std::uint64_t stalls = 0;
  std::array<std::uint64_t, kClassEnds.size() + 1> histogram{};
};

/// @param values Sorted here.
/// @return The value below which so large a share of them lies; zero when there are none.
Duration quantile(std::span<Duration> values, double share);

/// @param late Lateness of each wake-up; sorted here.
TimerLatency summarize_latency(std::span<Duration> late);

/// Sleeps in the calling thread as the control loop does.
/// @param period Between deadlines.
/// @param stop Ends it early.
TimerLatency measure_timer_latency(Duration length, Duration period, const std::atomic<bool>& stop);

/// @param loop_period Of the control loop that is to run on this PC.
/// @param virtual_machine Stalls of several milliseconds are then the host's.
Finding judge_timer_latency(const TimerLatency& latency, Duration loop_period, bool virtual_machine);

}  // namespace freefloat
