#include <gtest/gtest.h>

#include "support/cut_arm.h"

namespace freefloat {
namespace {

constexpr double kTenthDegree = 1.7453e-3;

/// @return Speed 40 ms after the end of the last command's time-to-live, rad/s.
double speed_after_cut(CutArm& arm, const JointVector& rates, int ticks) {
  arm.move(rates, ticks);
  for (int ms = 0; ms < 100; ++ms) arm.step();
  EXPECT_EQ(arm.state(), FF_STATE_TIMEOUT);
  return arm.speed();
}

// Joints that stop push each other.
TEST(ArmStop, BothJointsRestAtTheEndOfTheTime) {
  Random random(1, "cuts");
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    JointVector joints(2);
    JointVector rates(2);
    for (int i = 0; i < 2; ++i) {
      joints[i] = random.uniform(-2.5, 2.5);
      rates[i] = random.uniform(-1.0, 1.0) * (seed % 2 == 0 ? 0.26 : 1.57);
    }
    CutArm arm(seed, joints);
    EXPECT_LT(speed_after_cut(arm, rates, static_cast<int>(random.uniform(150, 700))), kTenthDegree) << seed;
  }
}

TEST(ArmStop, AJointThatStoodIsHeldWhileItsNeighbourStops) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    JointVector joints(2);
    JointVector rates(2);
    joints << 0.5, 0.3;
    rates << (seed % 2 == 0 ? 1.2 : 0.0), (seed % 2 == 0 ? 0.0 : 1.2);
    CutArm arm(seed, joints);
    EXPECT_LT(speed_after_cut(arm, rates, 400 + static_cast<int>(seed)), kTenthDegree) << seed;
  }
}

}  // namespace
}  // namespace freefloat
