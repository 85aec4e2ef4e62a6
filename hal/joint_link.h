#pragma once

#include <cstdint>
#include <optional>

#include "types/joint_command.h"
#include "types/joint_feedback.h"
#include "types/time.h"

namespace freefloat {

/// State of a link since the run's start.
struct LinkHealth {
  std::uint64_t sent = 0;      ///< command frames
  std::uint64_t received = 0;  ///< status frames accepted
  std::uint64_t rejected = 0;  ///< bytes or frames refused by the parser on this side
  Duration round_trip{};       ///< newest command-to-status echo; zero before the first
};

/// The way to the servo boards.
class JointLink {
 public:
  virtual ~JointLink() = default;

  /// Sends one command frame; never waits. A frame that does not fit into the sender's buffer is dropped and
  /// counted.
  virtual void send(const JointCommand& command, Time now) = 0;

  /// @return The newest status frame received since the last call, if any; never waits.
  virtual std::optional<JointFeedback> poll(Time now) = 0;

  virtual LinkHealth health() const = 0;
};

}  // namespace freefloat
