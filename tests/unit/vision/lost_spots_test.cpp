#include "vision/lost_spots.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr double kNear = 0.002;  // m

Time at(double seconds) {
  return Time{} + from_seconds(seconds);
}

TEST(LostSpots, AreKnownWhereTheyWereForHalfAMinute) {
  LostSpots lost;
  lost.note({{0.3, -0.2}, at(1.0)});
  EXPECT_TRUE(lost.was_at({0.301, -0.201}, kNear, at(2.0)));
  EXPECT_FALSE(lost.was_at({0.303, -0.2}, kNear, at(2.0)));
  EXPECT_TRUE(lost.was_at({0.3, -0.2}, kNear, at(30.5)));
  EXPECT_FALSE(lost.was_at({0.3, -0.2}, kNear, at(31.5)));
}

TEST(LostSpots, OfMoreThanThereIsRoomForTheOldestGoes) {
  LostSpots lost;
  for (int i = 0; i <= LostSpots::kMost; ++i) lost.note({{0.01 * i, 0.0}, at(0.01 * i)});
  EXPECT_EQ(lost.count, LostSpots::kMost);
  EXPECT_FALSE(lost.was_at({0.0, 0.0}, kNear, at(1.0)));
  EXPECT_TRUE(lost.was_at({0.01, 0.0}, kNear, at(1.0)));
  EXPECT_TRUE(lost.was_at({0.01 * LostSpots::kMost, 0.0}, kNear, at(1.0)));
}

}  // namespace
}  // namespace freefloat
