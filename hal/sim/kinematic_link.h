#pragma once

#include <optional>

#include "hal/joint_link.h"

namespace freefloat {

/// A link to ideal joints: a command takes effect at once, the feedback is exact and of the present.
class KinematicLink final : public JointLink {
 public:
  explicit KinematicLink(int joint_count) { command_.rates = JointVector::Zero(joint_count); }

  void send(const JointCommand& command, Time) override {
    command_ = command;
    if (command_.rates.size() == 0 || !command_.enable || command_.stop) command_.rates.setZero();
    ++health_.sent;
  }

  std::optional<JointFeedback> poll(Time now) override {
    feedback_.sample_time = now;
    ++health_.received;
    return feedback_;
  }

  LinkHealth health() const override { return health_; }

  const JointCommand& command() const { return command_; }

  /// The testbed's report of what the joints do now.
  void set_feedback(const JointVector& angles, const JointVector& rates, GripperState gripper) {
    feedback_.angles = angles;
    feedback_.rates = rates;
    feedback_.gripper = gripper;
    feedback_.board_state = command_.enable ? BoardState::kRun : BoardState::kOff;
    feedback_.accepted_sequence = static_cast<std::uint32_t>(health_.sent);
  }

 private:
  JointCommand command_;
  JointFeedback feedback_;
  LinkHealth health_;
};

}  // namespace freefloat
