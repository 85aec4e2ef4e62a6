#pragma once

#include <cstdint>
#include <optional>

#include "hal/truth.h"
#include "types/cycle.h"
#include "types/time.h"

namespace freefloat {

/// How punctual one cycle of the loop was. On a virtual clock the run's own times are used, so that logs
/// repeat.
struct LoopTiming {
  Time deadline{};                  ///< when the cycle was to start
  Duration period{};                ///< since the start of the cycle before; zero in the first
  Duration wake_late{};             ///< start after the deadline
  Duration compute{};               ///< from reading the inputs to the command handed to the link
  Duration slack{};                 ///< left to the next deadline at the end; negative: overrun
  std::uint64_t overrun_count = 0;  ///< cycles so far that ended after the next deadline
  std::uint64_t ring_drops = 0;     ///< records so far that found the recorder's ring full
};

/// Everything that is logged of one cycle.
struct CycleRecord {
  CycleInput input;
  CycleOutput output;
  LoopTiming timing;
  std::optional<Truth> truth;  ///< simulated testbeds only
};

}  // namespace freefloat
