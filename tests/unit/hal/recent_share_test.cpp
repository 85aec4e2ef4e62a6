#include "hal/recent_share.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

using namespace std::chrono_literals;

TEST(RecentShare, IsThatOfTheNewestWholeSecond) {
  RecentShare share;
  for (Time now{}; now <= Time{1s}; now += 100ms) share.add(3, 1, now);
  EXPECT_DOUBLE_EQ(share.share(), 0.25);
  for (Time now{1100ms}; now <= Time{2s}; now += 100ms) share.add(1, 0, now);
  EXPECT_LT(share.share(), 0.1);
  share.add(1, 0, Time{3s});
  EXPECT_DOUBLE_EQ(share.share(), 0.0);
}

TEST(RecentShare, ForgetsOverAPause) {
  RecentShare share;
  share.add(0, 10, Time{});
  share.add(1, 0, Time{60s});
  EXPECT_DOUBLE_EQ(share.share(), 0.0);
}

}  // namespace
}  // namespace freefloat
