#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hal/board_identity.h"
#include "hal/clock.h"
#include "hal/joint_link.h"
#include "runtime/run_config.h"

namespace freefloat {

/// What speaks against moving a robot with this board, each with its remedy.
struct BoardCheck {
  std::vector<std::string> errors;    ///< must not be armed
  std::vector<std::string> warnings;  ///< may be right on purpose
};

/// Asks the board who it is, for at most two seconds. Before the loop: this waits.
/// @param link Polled with `clock`'s time.
/// @return Nothing when it does not answer.
std::optional<BoardIdentity> await_identity(JointLink& link, Clock& clock);

/// Compares a board with the configuration: protocol, number of joints, and limits, of which the controller's
/// must lie inside the board's. Servo parameters other than those that this configuration would give are an
/// error with a simulated robot, whose drives are those of the configuration, and a warning with a real one.
BoardCheck check_board(const BoardIdentity& board, const RunConfig& config);

/// @return One line for people: name, firmware, joints, why and when it started.
std::string describe_board(const BoardIdentity& board);

}  // namespace freefloat
