#include "runtime/link_watch.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

using namespace std::chrono_literals;

TEST(LinkWatch, PicksTheFirstMomentAndThenOneASecond) {
  LinkWatch watch;
  int picked = 0;
  for (Time now{}; now < Time{10s}; now += 10ms) {
    LinkHealth health;
    health.sent = static_cast<std::uint64_t>(now.time_since_epoch().count());
    if (watch.is_due(health, now)) ++picked;
  }
  EXPECT_EQ(picked, 10);
}

TEST(LinkWatch, PicksEveryChangeButAtMostTenASecond) {
  LinkWatch watch;
  LinkHealth health;
  EXPECT_TRUE(watch.is_due(health, Time{}));
  health.connected = false;
  EXPECT_FALSE(watch.is_due(health, Time{50ms}));
  EXPECT_TRUE(watch.is_due(health, Time{100ms})) << "late, not left out";
  EXPECT_FALSE(watch.is_due(health, Time{300ms}));
  health.board_restarts = 1;
  EXPECT_TRUE(watch.is_due(health, Time{310ms}));
}

}  // namespace
}  // namespace freefloat
