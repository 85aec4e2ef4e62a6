#pragma once

#include "hal/joint_link.h"

namespace freefloat {

/// A link before another one. As it stands everything passes; who derives from it changes some.
class ForwardingLink : public JointLink {
 public:
  /// @param link Must outlive this one.
  explicit ForwardingLink(JointLink& link) : link_(link) {}

  void send(const JointCommand& command, Time now) override { link_.send(command, now); }
  std::optional<JointFeedback> poll(Time now) override { return link_.poll(now); }
  void listen(Clock& clock, Time until) override { link_.listen(clock, until); }
  LinkHealth health() const override { return link_.health(); }
  std::optional<BoardIdentity> identity() const override { return link_.identity(); }
  std::string describe() const override { return link_.describe(); }
  std::string describe_trouble() const override { return link_.describe_trouble(); }

 private:
  JointLink& link_;
};

}  // namespace freefloat
