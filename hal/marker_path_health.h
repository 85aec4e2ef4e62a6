#pragma once

#include <cstdint>
#include <string>

#include "types/time.h"

namespace freefloat {

/// How the way from a tracker on another computer is, in numbers; they count from the run's start.
struct MarkerPathHealth {
  bool keyed = false;           ///< frames without the key's tag are refused
  bool connected = false;       ///< a tracker has answered
  std::uint64_t sessions = 0;   ///< trackers that have answered, and the same one anew
  std::uint64_t pictures = 0;   ///< handed to the run
  std::uint64_t texts = 0;      ///< the same as JSON: no key, no clock, nothing to count losses by
  std::uint64_t lost = 0;       ///< frames that never came
  double recent_loss = 0.0;     ///< share of the tracker's frames that were lost in the newest second
  std::uint64_t late = 0;       ///< overtaken by newer ones, not used
  std::uint64_t repeated = 0;   ///< came twice, or were sent again by somebody
  std::uint64_t forged = 0;     ///< wrong tag, or none
  std::uint64_t garbage = 0;    ///< no such frames at all
  std::uint64_t untimed = 0;    ///< came before the clocks were known to each other
  std::uint64_t exchanges = 0;  ///< of the clocks
  std::uint64_t steps = 0;      ///< a clock was set
  Time begun{};                 ///< when it was begun to listen
  Time newest_picture{};        ///< when the newest came; zero: none yet
  Duration offset{};            ///< our clock less the tracker's
  Duration offset_bound{};      ///< the most by which that may be wrong; zero: not known, as with JSON
  double drift = 0.0;           ///< by how much the tracker's clock is fast, 1
  Duration round_trip{};        ///< median of the last exchanges, the tracker's own time taken off
  Duration round_trip_p99{};
  Duration latency{};  ///< median of the last pictures, from the middle of the exposure to its arrival here
  Duration latency_p99{};
  Duration jitter{};  ///< 99 % of the last pictures were under way by less than this longer than the quickest

  /// @return Share of the tracker's frames that never came, 0 to 1.
  double loss() const;
};

/// @return What was wrong with it in the whole time, in plain words; empty: nothing.
std::string diagnose(const MarkerPathHealth& health);

/// The same of this moment: what is over is left out.
/// @param now Run time.
std::string diagnose(const MarkerPathHealth& health, Time now);

/// @return The numbers that people want to know, a line: `1204 pictures, 12 of 1250 frames lost (1.0 %),
/// ...`.
std::string describe_in_numbers(const MarkerPathHealth& health);

}  // namespace freefloat
