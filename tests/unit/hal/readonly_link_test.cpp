#include "hal/readonly_link.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

struct CountingLink final : JointLink {
  void send(const JointCommand& /*command*/, Time /*now*/) override { ++sent; }
  std::optional<JointFeedback> poll(Time /*now*/) override { return JointFeedback{}; }
  LinkHealth health() const override {
    LinkHealth health;
    health.received = 3;
    return health;
  }
  std::optional<BoardIdentity> identity() const override { return BoardIdentity{}; }
  int sent = 0;
};

TEST(ReadonlyLink, ListensAndSendsNothing) {
  CountingLink inner;
  ReadonlyLink link(inner);
  link.send({}, Time{});
  EXPECT_EQ(inner.sent, 0);
  EXPECT_TRUE(link.poll(Time{}).has_value());
  EXPECT_EQ(link.health().received, 3u);
  EXPECT_TRUE(link.identity().has_value());
}

}  // namespace
}  // namespace freefloat
