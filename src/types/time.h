#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>

namespace freefloat {

/// Clock of one run: starts at zero when the run starts, never steps, and is the only time the controller
/// knows.
struct RunClock {
  using rep = std::int64_t;
  using period = std::nano;
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<RunClock>;
  static constexpr bool is_steady = true;
};

using Duration = RunClock::duration;
using Time = RunClock::time_point;

/// @return The duration in seconds.
constexpr double to_seconds(Duration duration) {
  return static_cast<double>(duration.count()) * 1e-9;
}

/// @return The time since the run's start in seconds.
constexpr double to_seconds(Time time) {
  return to_seconds(time.time_since_epoch());
}

/// @param seconds Any finite number of seconds.
/// @return The nearest whole number of nanoseconds.
inline Duration from_seconds(double seconds) {
  return Duration{std::llround(seconds * 1e9)};
}

/// @param is_so Whether something is so now.
/// @param now This cycle's time.
/// @param since When it began; none where it is not.
inline void note_since(bool is_so, Time now, std::optional<Time>& since) {
  if (!is_so) {
    since.reset();
  } else if (!since) {
    since = now;
  }
}

}  // namespace freefloat
