#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "guidance/hand_laws.h"
#include "guidance/task_space.h"

namespace freefloat {
namespace {

/// 10 deg/s, 50 mm from the mass centre, which drifts.
TurningPoint grapple_point() {
  const double rate = deg_to_rad(10.0);
  const Vector2 arm{0.03, -0.04};
  return {{0.4, 0.1}, Vector2(0.02, -0.03) + rate * perpendicular(arm), {1e-3, 2e-3}, arm, rate};
}

TEST(TurningPoint, IsWhereItsBodyCarriesIt) {
  // The mass centre on its parabola, the arm turned: put together here without the struct's own formula.
  const TurningPoint point = grapple_point();
  for (const double t : {0.0, 0.7, 4.0, 20.0}) {
    const Vector2 centre =
        Vector2(0.4 - 0.03, 0.1 + 0.04) + t * Vector2(0.02, -0.03) + 0.5 * t * t * Vector2(1e-3, 2e-3);
    const double angle = std::atan2(-0.04, 0.03) + t * 10.0 * kPi / 180.0;
    const Vector2 there = centre + 0.05 * Vector2(std::cos(angle), std::sin(angle));
    EXPECT_LT((point.p_after(t) - there).norm(), 1e-12) << t;
  }
}

TEST(TurningPoint, HasTheVelocityOfItsWay) {
  const TurningPoint point = grapple_point();
  constexpr double kStep = 1e-4;
  for (const double t : {0.0, 0.7, 4.0, 20.0}) {
    const Vector2 difference = (point.p_after(t + kStep) - point.p_after(t - kStep)) / (2.0 * kStep);
    EXPECT_LT((point.v_after(t) - difference).norm(), 1e-9) << t;
  }
}

TEST(TurningPoint, FallsLikeAnyPointWhereItDoesNotTurn) {
  const FallingPoint falling{{0.4, 0.1}, {0.02, -0.03}, {1e-3, 2e-3}};
  const TurningPoint still{falling.p, falling.v, falling.acceleration, {0.03, -0.04}, 0.0};
  EXPECT_EQ(still.p_after(3.7), falling.p_after(3.7));
  EXPECT_EQ(still.v_after(3.7), falling.v_after(3.7));
}

TEST(TurningPoint, GoesOnFromWhereItWasMovedTo) {
  const TurningPoint point = grapple_point();
  const FallingPoint falling{point.p, point.v, point.acceleration};
  for (const double by : {-0.8, 3.0}) {
    EXPECT_LT((point.moved(by).p_after(2.0) - point.p_after(by + 2.0)).norm(), 1e-12);
    EXPECT_LT((point.moved(by).v_after(2.0) - point.v_after(by + 2.0)).norm(), 1e-12);
    EXPECT_LT((falling.moved(by).p_after(2.0) - falling.p_after(by + 2.0)).norm(), 1e-12);
  }
}

TEST(TurningPoint, MovesOnInSteps) {
  TaskSpaceState task;
  const TurningPoint point = grapple_point();
  task.p_WT = point.p;
  task.v_WT = point.v;
  task.p_CT = point.arm;
  task.w_WT = point.rate;
  TurningPoint level = point;
  level.acceleration.setZero();
  for (int k = 0; k < 80; ++k) task.move_target(0.1);
  EXPECT_LT((task.p_WT - level.p_after(8.0)).norm(), 1e-12);
  EXPECT_LT((task.v_WT - level.v_after(8.0)).norm(), 1e-12);
}

/// The rendezvous law, cycle by cycle, to a point that turns.
/// @return Distance and relative speed at the meeting.
std::pair<double, double> meet() {
  constexpr double kCycle = 0.01;
  constexpr double kMeeting = 6.0;
  TaskSpaceState s;
  const TurningPoint point = grapple_point();
  s.p_WT = point.p;
  s.v_WT = point.v;
  s.p_CT = point.arm;
  s.w_WT = point.rate;
  s.p_WE = {0.1, 0.3};
  for (int k = 0; k < 600; ++k) {
    const double remaining = kMeeting - k * kCycle;
    const TaskSpaceState led = with_tangent_at_meeting(s, remaining);
    const HandVelocity rate = rendezvous_rate(RendezvousSampling::kCubic, led.p_WT - led.p_WE,
                                              led.v_WT - led.v_WE, led.v_WT, remaining, kCycle);
    s.p_WE += kCycle * rate.mean;
    s.v_WE = rate.end;
    s.move_target(kCycle);
  }
  return {(s.p_WT - s.p_WE).norm(), (s.v_WT - s.v_WE).norm()};
}

TEST(TurningPoint, IsMetOnItsArcByTheLawForPointsThatGoStraight) {
  const auto [miss, speed] = meet();
  EXPECT_LT(miss, 1e-9);
  EXPECT_LT(speed, 1e-6);
}

TEST(TurningPoint, IsOnTheTangentAtTheMeetingAndThere) {
  const TurningPoint point = grapple_point();
  TaskSpaceState s;
  s.p_WT = point.p;
  s.v_WT = point.v;
  s.p_CT = point.arm;
  s.w_WT = point.rate;
  const TaskSpaceState straight = with_tangent_at_meeting(s, 6.0);
  TurningPoint level = point;
  level.acceleration.setZero();
  EXPECT_LT((straight.p_WT + 6.0 * straight.v_WT - level.p_after(6.0)).norm(), 1e-12);
  EXPECT_LT((straight.v_WT - level.v_after(6.0)).norm(), 1e-12);
  EXPECT_GT((s.p_WT + 6.0 * s.v_WT - level.p_after(6.0)).norm(), 0.01) << "this case would tell nothing";
}

}  // namespace
}  // namespace freefloat
