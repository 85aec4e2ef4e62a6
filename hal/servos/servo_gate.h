#pragma once

#include <cstdint>
#include <utility>

#include "hal/servos/servo_joint.h"
#include "types/joint_command.h"
#include "types/joint_feedback.h"

namespace freefloat {

/// What all servos together say of themselves.
struct ServoReport {
  bool energised = false;  ///< all are
  bool any_energised = false;
  bool timed_out = false;    ///< the watchdog of one has stopped it
  bool restarted = false;    ///< one has lost what it was told: it was without power
  std::uint16_t faults = 0;  ///< bits `FF_FAULT_*`, and those of the joints
};

/// The states that a servo board of ours keeps, for servos that have no such board: kept on this PC, between
/// commands and wire. Energised only after a command that did not ask for it; stop, time-out and fault are
/// latched. What must hold without this PC is the servos' own watchdog's business.
class ServoGate {
 public:
  explicit ServoGate(std::vector<ServoLimits> limits);

  /// Takes a new command. @param now When it will be sent.
  void command(const JointCommand& command, Time now);

  /// Takes what the servos said.
  /// @param feedback With the joints' angles; receives the board's state, faults and clamps.
  void report(const ServoReport& report, JointFeedback& feedback, Time now);

  /// @return Whether the servos shall hold torque: while following, and until a stop has come to rest.
  bool wants_energy() const { return following_ || stopping_; }

  /// @return Rates to be driven now, rad/s, within the joints' limits; zero unless following.
  JointVector rates() const;

  /// @return Whether somebody asked for a latched state to be left: then what the servos have latched is to
  /// be cleared as well. Once for each request.
  bool take_clear() { return std::exchange(clear_asked_, false); }

  BoardState state() const;
  std::uint16_t faults() const { return latched_faults_ | present_.faults; }
  bool wants_closed_gripper() const { return close_gripper_; }

 private:
  bool is_latched() const { return latch_ != BoardState::kOff; }
  void begin_stop(BoardState latch, Time now);

  std::vector<ServoLimits> limits_;
  ServoReport present_;
  JointVector wanted_;
  JointVector angles_;
  bool known_ = false;       // the servos have said something
  bool may_enable_ = false;  // a command without enable came since the servos went off
  bool following_ = false;
  bool stopping_ = false;
  bool close_gripper_ = false;
  bool clear_asked_ = false;
  BoardState latch_ = BoardState::kOff;  // off: none
  std::uint16_t latched_faults_ = 0;
  mutable std::uint16_t clamps_ = 0;
  Time changed_{};  // when following or stopping began
};

}  // namespace freefloat
