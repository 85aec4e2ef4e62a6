#include "doctor/timer_latency.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hal/monotonic_clock.h"

namespace freefloat {

namespace {

// Shares of the loop's period that a wake-up may be late, 99 times of 100.
constexpr double kGoodShare = 0.02;
constexpr double kBearableShare = 0.2;

std::int64_t microseconds(Duration duration) {
  return duration.count() / 1000;
}

}  // namespace

Duration quantile(std::span<Duration> values, double share) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  return values[std::min(at, values.size() - 1)];
}

TimerLatency summarize_latency(std::span<Duration> late) {
  TimerLatency latency;
  latency.wakes = late.size();
  latency.p50 = quantile(late, 0.5);
  latency.p99 = quantile(late, 0.99);
  latency.max = quantile(late, 1.0);
  for (const Duration lateness : late) {
    const std::int64_t us = microseconds(lateness);
    const auto* end = std::upper_bound(TimerLatency::kClassEnds.begin(), TimerLatency::kClassEnds.end(), us);
    ++latency.histogram[end - TimerLatency::kClassEnds.begin()];
    if (us > TimerLatency::kStall) ++latency.stalls;
  }
  return latency;
}

TimerLatency measure_timer_latency(Duration length, Duration period, const std::atomic<bool>& stop) {
  std::vector<Duration> late;
  late.reserve(length / period + 1);
  MonotonicClock clock;
  const Time end = clock.now() + length;
  Time deadline = clock.now() + period;
  while (deadline < end && !stop) {
    clock.sleep_until(deadline);
    const Time woken = clock.now();
    late.push_back(woken - deadline);
    deadline += period;
    while (deadline <= woken) deadline += period;  // as the control loop does
  }
  return summarize_latency(late);
}

Finding judge_timer_latency(const TimerLatency& latency, Duration loop_period, bool virtual_machine) {
  Finding finding;
  finding.subject = "timer";
  finding.text =
      fmt::format("woken {} us late at the median, {} us in 99 of 100 cases, {} us at worst; {} stalls in {}",
                  microseconds(latency.p50), microseconds(latency.p99), microseconds(latency.max),
                  latency.stalls, latency.wakes);
  const double share = to_seconds(latency.p99) / to_seconds(loop_period);
  const bool frequent_stalls = latency.stalls * 100 > latency.wakes;
  if (latency.wakes == 0) {
    finding.grade = Grade::kWarning;
    finding.text = "was not measured";
  } else if (share > kBearableShare || frequent_stalls) {
    finding.grade = Grade::kProblem;
    finding.remedy = "grant real-time scheduling (see above), close other programs, or choose a slower loop";
  } else if (share > kGoodShare) {
    finding.grade = Grade::kWarning;
    finding.remedy = "grant real-time scheduling (see above) or close other programs";
  } else if (latency.stalls > 0) {
    finding.grade = Grade::kNote;
    finding.remedy = virtual_machine
                         ? "rare stalls come from the machine that hosts this virtual one; the board bridges "
                           "them with its time-to-live"
                         : "look for drivers or firmware that block the processor; the board bridges "
                           "rare stalls with its time-to-live";
  }
  return finding;
}

}  // namespace freefloat
