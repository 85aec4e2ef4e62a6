#include "guidance/jog_hand.h"

#include <gtest/gtest.h>

#include <cmath>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kJogPeriod = 0.01;
constexpr HandWorkspace kWorkspace{0.1, 0.5, 0.45};

class JogHand : public testing::Test {
 protected:
  JogHand() {
    robot_.joints = Eigen::Vector2d(0.0, 0.0);
    situation_.p_WE = {0.3, 0.0};
  }

  /// Jogs for a time. @return Velocity at the end, m/s.
  Vector2 jog(const Vector2& wanted, int cycles = 300) {
    op_.jog_velocity = wanted;
    for (int i = 0; i < cycles; ++i) {
      const auto v = jog_hand(config_, kWorkspace, kJogPeriod, op_, robot_, situation_);
      largest_change_ = std::max(largest_change_, (v.value_or(Vector2::Zero()) - situation_.v_WE).norm());
      situation_.v_WE = v.value_or(Vector2::Zero());
      situation_.p_WE += kJogPeriod * situation_.v_WE;
    }
    return situation_.v_WE;
  }

  GuidanceConfig config_;
  OperatorCommand op_;
  RobotState robot_;
  TaskSpaceState situation_;
  double largest_change_ = 0.0;
};

TEST_F(JogHand, GoesAsAskedWithinSpeedAndAcceleration) {
  EXPECT_LT((jog({0.0, 0.02}, 50) - Vector2(0.0, 0.02)).norm(), 1e-12);
  EXPECT_NEAR(jog({0.0, -9.0}, 60).norm(), config_.max_hand_speed, 1e-12);
  EXPECT_LE(largest_change_, config_.max_hand_acceleration * kJogPeriod + 1e-12);
}

TEST_F(JogHand, StopsAtTheEdges) {
  jog({0.1, 0.0}, 1000);
  EXPECT_LT(situation_.p_WE.x(), kWorkspace.outer);
  EXPECT_GT(situation_.p_WE.x(), kWorkspace.outer - 0.01);
  jog({-0.1, 0.0}, 3000);
  EXPECT_GT(situation_.p_WE.x(), kWorkspace.inner);
}

TEST_F(JogHand, OutsideMayComeBackAndIsNotLedByItself) {
  situation_.p_WE = {0.6, 0.0};
  EXPECT_EQ(jog({0.0, 0.0}).norm(), 0.0);
  EXPECT_EQ(jog({0.1, 0.0}).norm(), 0.0) << "no farther";
  EXPECT_LT(jog({-0.05, 0.0}, 50).x(), -0.04);
}

TEST_F(JogHand, InTheHandsFrameTurnsWithIt) {
  robot_.theta_WB = kPi / 4;
  robot_.joints = Eigen::Vector2d(kPi / 4, 0.0);
  op_.jog_in_hand_frame = true;
  EXPECT_LT((jog({0.02, 0.0}, 50) - Vector2(0.0, 0.02)).norm(), 1e-12);
}

TEST_F(JogHand, TakesWhatIsNoNumberForAStop) {
  EXPECT_EQ(jog({std::nan(""), 0.0}).norm(), 0.0);
  EXPECT_EQ(jog({HUGE_VAL, 0.0}).norm(), 0.0);
}

}  // namespace
}  // namespace freefloat
