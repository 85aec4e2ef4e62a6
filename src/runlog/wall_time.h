#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcap/mcap_format.h"
#include "types/time.h"

namespace freefloat {

// A run has a clock of its own that starts at zero and never steps; the log's times are those of the wall
// clock, which is the run's clock plus one offset that is taken once: a step of the PC's clock in mid-run
// changes nothing.

/// Keys of the run's identity that differ between two runs that are otherwise the same.
inline constexpr std::string_view kStartedKey = "started";              ///< ISO 8601 with zone
inline constexpr std::string_view kClockOffsetKey = "clock_offset_ns";  ///< wall time less run time

/// @param now The run's time now.
/// @return Wall time, ns since 1970, of the run's time zero.
std::int64_t wall_clock_offset_ns(Time now);

/// @return Wall time now, ns since 1970.
inline std::int64_t wall_time_ns() {
  return wall_clock_offset_ns(Time{});
}

/// @param identity Of a run's log.
/// @return What its log times are ahead of the run's clock, ns; 0 in logs of older versions.
std::int64_t clock_offset_ns(const McapTextMap& identity);

/// @param wall_ns Wall time, ns since 1970.
/// @return Local time with its zone, `2026-11-22T03:15:02.123+01:00`.
std::string iso_time(std::int64_t wall_ns);

/// @return Local time as a part of file names that sort, `2026-11-22_031502`.
std::string file_time(std::int64_t wall_ns);

}  // namespace freefloat
