#pragma once

#include "hal/sim/board_signals.h"
#include "hal/sim/sim_world.h"

namespace freefloat {

/// What drives the simulated joints in place of the simulated board: emulated servos behind a port of their
/// own.
class SimulatedDrives {
 public:
  virtual ~SimulatedDrives() = default;

  /// One step; call before the world's own. @return What motors and jaws get in it.
  virtual BoardDrives tick(const SimWorld& world, Time now) = 0;
};

}  // namespace freefloat
