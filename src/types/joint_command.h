#pragma once

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// What the servo board is asked to do in one cycle; a newest-wins stream, never re-sent.
struct JointCommand {
  bool enable = false;  ///< drives energised
  bool stop = false;    ///< latch the board's stop state
  bool clear = false;   ///< leave a latched board state
  bool close_gripper = false;
  JointVector rates;        ///< commanded joint rates, rad/s, length n
  Duration time_to_live{};  ///< the board ramps to zero when no newer frame arrives in this time
};

}  // namespace freefloat
