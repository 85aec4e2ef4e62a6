#pragma once

#include "hal/injection/part_failures.h"
#include "hal/joint_link.h"

namespace freefloat {

/// A real link of which commands or statuses are withheld, as if it were cut. The board then stops by its own
/// time-to-live, and the controller by what it misses.
class FailingLink final : public JointLink {
 public:
  /// @param link Must outlive this one. @param faults Of the run.
  FailingLink(JointLink& link, std::span<const ScheduledFault> faults)
      : link_(link),
        to_board_(faults, {SimFault::kLink, SimFault::kLinkToBoard}),
        to_pc_(faults, {SimFault::kLink, SimFault::kLinkToPc}) {}

  void send(const JointCommand& command, Time now) override {
    if (!to_board_.drops(now)) link_.send(command, now);
  }

  std::optional<JointFeedback> poll(Time now) override {
    auto feedback = link_.poll(now);
    if (feedback && to_pc_.drops(now)) feedback.reset();
    return feedback;
  }

  void listen(Clock& clock, Time until) override { link_.listen(clock, until); }
  LinkHealth health() const override { return link_.health(); }
  std::optional<BoardIdentity> identity() const override { return link_.identity(); }
  std::string describe() const override { return link_.describe(); }
  std::string describe_trouble() const override { return link_.describe_trouble(); }

 private:
  JointLink& link_;
  PartFailures to_board_;
  PartFailures to_pc_;
};

}  // namespace freefloat
