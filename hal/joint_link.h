#pragma once

#include <optional>
#include <string>

#include "hal/board_identity.h"
#include "hal/clock.h"
#include "hal/link_health.h"
#include "types/joint_command.h"
#include "types/joint_feedback.h"
#include "types/time.h"

namespace freefloat {

/// The way to the servo boards.
class JointLink {
 public:
  virtual ~JointLink() = default;

  /// Sends one command frame; never waits. A frame that does not fit into the sender's buffer is dropped and
  /// counted.
  virtual void send(const JointCommand& command, Time now) = 0;

  /// @return The newest status frame received since the last call, if any; never waits.
  virtual std::optional<JointFeedback> poll(Time now) = 0;

  /// For the time between two cycles: waits for the answer to the newest command, so that its round trip does
  /// not end at the next poll. Returns when a status has come, at `until`, or at once where times of arrival
  /// are known anyway.
  virtual void listen(Clock& /*clock*/, Time /*until*/) {}

  virtual LinkHealth health() const = 0;

  /// @return Who the board is, once it has said so. Links that ask send their queries beside `send` and
  /// `poll`.
  virtual std::optional<BoardIdentity> identity() const { return std::nullopt; }

  /// @return What is at the other end, in words, where that is no board of ours; else empty.
  virtual std::string describe() const { return {}; }

  /// @return What the servos say is wrong with them, in their maker's words; empty: nothing, or a board of
  /// ours.
  virtual std::string describe_trouble() const { return {}; }
};

}  // namespace freefloat
