#include "guidance/fall_watch.h"

#include <gtest/gtest.h>

#include "types/random.h"

namespace freefloat {
namespace {

const Vector2 kFall(0.004, -0.009);
const Vector2 kVelocity(0.01, 0.02);

Vector2 place(double t) {
  return Vector2(0.3, -0.2) + t * kVelocity + 0.5 * t * t * kFall;
}

TEST(FallWatch, FindsTheFallOfATiltedTableWithinASecond) {
  FallWatch watch;
  Random random(1, "fall");
  for (double t = 0.0; t < 1.0; t += 0.01) {
    const Vector2 noise(random.normal(), random.normal());
    watch_fall(Time(from_seconds(t)), place(t) + 3e-5 * noise, kVelocity + t * kFall, true, watch);
  }
  EXPECT_LT((watch.acceleration - kFall).norm(), 1.5e-3);
  EXPECT_NEAR(watch.acceleration.x(), kFall.x(), 1.2e-3);
}

TEST(FallWatch, FindsItExactlyWithoutNoise) {
  FallWatch watch;
  for (double t = 0.0; t < 3.0; t += 0.01)
    watch_fall(Time(from_seconds(t)), place(t), kVelocity + t * kFall, true, watch);
  EXPECT_LT((watch.acceleration - kFall).norm(), 1e-9);
}

TEST(FallWatch, KeepsWhatItKnowsWhileTheArmMoves) {
  FallWatch watch;
  double t = 0.0;
  for (; t < 1.5; t += 0.01) watch_fall(Time(from_seconds(t)), place(t), kVelocity, true, watch);
  for (; t < 2.5; t += 0.01) watch_fall(Time(from_seconds(t)), Vector2(t * t, 0.0), kVelocity, false, watch);
  EXPECT_LT((watch.acceleration - kFall).norm(), 1e-9);
}

TEST(FallWatch, BelievesNothingAtFirst) {
  FallWatch watch;
  for (double t = 0.0; t < 0.5; t += 0.01)
    watch_fall(Time(from_seconds(t)), place(t), kVelocity, true, watch);
  EXPECT_TRUE(watch.acceleration.isZero());
}

}  // namespace
}  // namespace freefloat
