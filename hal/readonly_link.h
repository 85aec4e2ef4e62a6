#pragma once

#include "hal/forwarding_link.h"

namespace freefloat {

/// A link that listens and commands nothing: the whole program runs beside a robot that somebody else
/// commands, or that stands still. Queries still go out; they move nothing.
///
/// So that the program above runs on, a board that is off is reported as if it had obeyed: energised when it
/// was asked to be. Everything else is as the board says, latched states and faults included.
class ReadonlyLink final : public ForwardingLink {
 public:
  /// @param link Must outlive this one.
  explicit ReadonlyLink(JointLink& link) : ForwardingLink(link) {}

  void send(const JointCommand& command, Time /*now*/) override {
    wants_energy_ = command.enable && !command.stop;
  }

  std::optional<JointFeedback> poll(Time now) override {
    auto feedback = ForwardingLink::poll(now);
    if (feedback && feedback->board_state == BoardState::kOff && wants_energy_)
      feedback->board_state = BoardState::kEnabled;
    return feedback;
  }

 private:
  bool wants_energy_ = false;
};

}  // namespace freefloat
