#pragma once

#include <atomic>

#include "control/controller.h"
#include "hal/make/make_hal.h"
#include "runtime/marker_input.h"
#include "runtime/phase_runner.h"
#include "runtime/run_feed.h"

namespace freefloat {

/// What one control loop works with; all outlive it.
struct ControlLoop {
  Hal& hal;
  MarkerInput& markers;
  Controller& controller;
  PhaseRunner& phases;
  RunFeed& feed;
  Duration period;
};

/// Runs the cycle at a fixed rate on absolute deadlines until the experiment is over.
/// @param loop What it works with.
/// @param first_cycle When the first cycle starts.
/// @param stop Set by a signal handler or another thread: the robot is stopped and the loop ends.
/// @return Cycles that ended after the next deadline.
std::uint64_t run_control_loop(const ControlLoop& loop, Time first_cycle, const std::atomic<bool>& stop);

}  // namespace freefloat
