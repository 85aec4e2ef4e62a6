#include "runtime/health_watch.h"

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

TEST(MarkerPathWatch, PicksATrackerThatComesOrBeginsAnewAndNoCount) {
  MarkerPathWatch watch;
  MarkerPathHealth health;
  EXPECT_TRUE(watch.is_due(health, Time{}));
  health.pictures = health.lost = health.repeated = 7;
  EXPECT_FALSE(watch.is_due(health, Time{200ms}));
  health.connected = true;
  EXPECT_TRUE(watch.is_due(health, Time{210ms}));
  health.sessions = 2;
  EXPECT_TRUE(watch.is_due(health, Time{320ms}));
  health.steps = 1;
  EXPECT_TRUE(watch.is_due(health, Time{430ms}));
  EXPECT_FALSE(watch.is_due(health, Time{1420ms}));
  EXPECT_TRUE(watch.is_due(health, Time{1430ms}));
}

}  // namespace
}  // namespace freefloat
