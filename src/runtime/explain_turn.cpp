#include "runtime/explain_turn.h"

#include <fmt/format.h>

#include "guidance/drift.h"

namespace freefloat {

std::string explain_failed_turn(const ReorientationOutput& turn) {
  if (!(turn.needed_time > 0.0) || turn.needed_time >= kDriftHorizon) {
    return "no loop of two joints turns the satellite so far: the arm needs two joints with room to their "
           "limits, "
           "and must not hold anything fixed to the table";
  }
  const std::string drift = fmt::format("a drift of {:.1f} mm/s that changes by {:.2f} mm/s^2",
                                        1e3 * turn.drift_speed, 1e3 * turn.drift_acceleration.norm());
  const std::string remedy = "start nearer to its middle, at rest, or level the table";
  if (turn.needed_time >= turn.available_time) {
    return fmt::format("needs {:.0f} s more, but {} reaches the table's edge margin in {:.0f} s: {}",
                       turn.needed_time, drift, turn.available_time, remedy);
  }
  return fmt::format(
      "needs {:.0f} s more; with {} every loop swings the satellite over the table's edge margin: {}",
      turn.needed_time, drift, remedy);
}

}  // namespace freefloat
