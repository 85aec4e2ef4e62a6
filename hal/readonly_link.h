#pragma once

#include "hal/joint_link.h"

namespace freefloat {

/// A link that listens and commands nothing: the whole program runs beside a robot that somebody else
/// commands, or that stands still. Queries still go out; they move nothing.
class ReadonlyLink final : public JointLink {
 public:
  /// @param link Must outlive this one.
  explicit ReadonlyLink(JointLink& link) : link_(link) {}

  void send(const JointCommand& /*command*/, Time /*now*/) override {}
  std::optional<JointFeedback> poll(Time now) override { return link_.poll(now); }
  void listen(Clock& clock, Time until) override { link_.listen(clock, until); }
  LinkHealth health() const override { return link_.health(); }
  std::optional<BoardIdentity> identity() const override { return link_.identity(); }

 private:
  JointLink& link_;
};

}  // namespace freefloat
