#include "guidance/joint_ramp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "types/random.h"

namespace freefloat {
namespace {

constexpr RampLimits kLimits{1.5, 20.0};

TEST(JointRamp, FromRestToRestTakesTheTimeOfATrapezoid) {
  EXPECT_NEAR(quickest_ramp_time(kLimits, 3.0, 0.0, 0.0), 3.0 / 1.5 + 1.5 / 20.0, 1e-12);
  EXPECT_NEAR(quickest_ramp_time(kLimits, -3.0, 0.0, 0.0), 3.0 / 1.5 + 1.5 / 20.0, 1e-12);
}

TEST(JointRamp, OfAShortWayNeverReachesTheLargestRate) {
  EXPECT_NEAR(quickest_ramp_time(kLimits, 0.05, 0.0, 0.0), 2.0 * std::sqrt(0.05 / 20.0), 1e-12);
}

TEST(JointRamp, ThatMustTurnBackGoesBeyondFirst) {
  // 1.5 rad/s cannot stop within 0: it stops after 0.05625 rad, goes back, and stops again.
  const double back = 2.0 * std::sqrt(0.05625 / 20.0);
  EXPECT_NEAR(quickest_ramp_time(kLimits, 0.0, 1.5, 0.0), 1.5 / 20.0 + back, 1e-12);
}

TEST(JointRamp, IsWhereAndAsFastAsItIsToBe) {
  Random random(1, "ramps");
  for (int i = 0; i < 5000; ++i) {
    const double way = random.uniform(-4.0, 4.0);
    const double from = random.uniform(-1.5, 1.5);
    const double to = random.uniform(-1.5, 1.5);
    const double time = quickest_ramp_time(kLimits, way, from, to) * random.uniform(1.0, 1.001);
    const JointRamp ramp = ramp_in_time(kLimits, way, from, to, time);
    ASSERT_NEAR(ramp.way(time), way, 1e-6) << "from " << from << " to " << to << " in " << time;
    ASSERT_NEAR(ramp.rate(0.0), from, 1e-9);
    ASSERT_NEAR(ramp.rate(time), to, 1e-9);
    ASSERT_LE(std::abs(ramp.steady_rate), 1.5 + 1e-9);
  }
}

TEST(JointRamp, TurnsWhatItsRateAddsUpTo) {
  const JointRamp ramp = ramp_in_time(kLimits, -2.0, 0.7, -0.3, 2.5);
  double sum = 0.0;
  constexpr int kSteps = 100000;
  for (int i = 0; i < kSteps; ++i) {
    const double t = (i + 0.5) * 2.5 / kSteps;
    sum += ramp.rate(t) * 2.5 / kSteps;
    if (i % 10000 == 5000) {
      EXPECT_NEAR(ramp.way(t + 0.5 * 2.5 / kSteps), sum, 1e-6);
    }
  }
  EXPECT_NEAR(sum, -2.0, 1e-6);
}

}  // namespace
}  // namespace freefloat
