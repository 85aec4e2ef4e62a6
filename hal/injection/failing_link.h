#pragma once

#include "hal/forwarding_link.h"
#include "hal/injection/part_failures.h"

namespace freefloat {

/// A real link of which commands or statuses are withheld, as if it were cut. The board then stops by its own
/// time-to-live, and the controller by what it misses. STOP is never withheld.
class FailingLink final : public ForwardingLink {
 public:
  /// @param link Must outlive this one. @param faults Of the run.
  FailingLink(JointLink& link, std::span<const ScheduledFault> faults)
      : ForwardingLink(link),
        to_board_(faults, {SimFault::kLink, SimFault::kLinkToBoard}),
        to_pc_(faults, {SimFault::kLink, SimFault::kLinkToPc}) {}

  void send(const JointCommand& command, Time now) override {
    const bool dropped = to_board_.drops(now);
    if (command.stop || !dropped) ForwardingLink::send(command, now);
  }

  std::optional<JointFeedback> poll(Time now) override {
    auto feedback = ForwardingLink::poll(now);
    if (feedback && to_pc_.drops(now)) feedback.reset();
    return feedback;
  }

 private:
  PartFailures to_board_;
  PartFailures to_pc_;
};

}  // namespace freefloat
