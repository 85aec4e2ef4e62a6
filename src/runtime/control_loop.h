#pragma once

#include <atomic>
#include <functional>

#include "control/controller.h"
#include "hal/make/make_hal.h"
#include "runlog/cycle_record.h"
#include "runlog/link_record.h"
#include "runlog/phase_event.h"
#include "runtime/marker_input.h"
#include "runtime/phase_runner.h"

namespace freefloat {

/// Who listens to a run. All but the last are called from the loop's thread, between cycles.
struct LoopListeners {
  /// Where the next cycle is written, asked for at its start; empty: in a record of the loop's own. What
  /// stands there from an older cycle is overwritten.
  std::function<CycleRecord&()> place_for_cycle;
  std::function<void(const CycleRecord&)> on_cycle;
  std::function<void(const PhaseEvent&)> on_phase;
  std::function<void(const LinkRecord&)> on_link;  ///< at the moments that LinkWatch picks
  PictureListener on_picture;
};

/// Runs the cycle at a fixed rate on absolute deadlines until the experiment is over.
/// @param period Of the loop.
/// @param stop Set by a signal handler or another thread: the robot is stopped and the loop ends.
/// @return Cycles that ended after the next deadline.
std::uint64_t run_control_loop(Hal& hal, MarkerInput& markers, Controller& controller, PhaseRunner& phases,
                               Duration period, const LoopListeners& listeners,
                               const std::atomic<bool>& stop);

}  // namespace freefloat
