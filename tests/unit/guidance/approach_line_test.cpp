#include "guidance/approach_line.h"

#include <gtest/gtest.h>

#include <cmath>

#include "types/angle.h"

namespace freefloat {
namespace {

ApproachLine line_at(double direction, double rate = 0.0) {
  return {.direction = direction,
          .rate = rate,
          .at = {},
          .tolerance = deg_to_rad(15.0),
          .distance = 0.06,
          .turns_hand = true};
}

/// A hand that is led by a gain alone to where the line wants it, at most at 0.15 m/s.
struct Led {
  TaskSpaceState s;
  ApproachWatch watch;
  bool left_line = false;

  Led(const ApproachLine& line, const Vector2& from, const Vector2& arm = Vector2::Zero(), double w = 0.0) {
    constexpr double kStep = 0.02;
    s.p_WT = {0.1, -0.2};
    s.p_WE = s.p_WT + from;
    s.p_CT = arm;
    s.w_WT = w;
    s.v_WT = w * perpendicular(arm);
    for (int i = 0; i < 750; ++i) {
      const Time now = Time{from_seconds(i * kStep)};
      const TaskSpaceState aim = aim_along(line, s, now);
      Vector2 v = 2.0 * (aim.p_WT - s.p_WE);
      if (v.norm() > 0.15) v *= 0.15 / v.norm();
      const TaskSpaceState before = s;
      s.p_WE += kStep * (v + aim.v_WT);
      s.move_target(kStep);
      left_line = left_line || leaves_line(line, before, s, Time{from_seconds((i + 1) * kStep)});
      watch.add(line, s, 0.0, Time{from_seconds((i + 1) * kStep)});
    }
  }
};

TEST(ApproachLine, TellsTheSideFromWhichTheHandComes) {
  TaskSpaceState s;
  s.p_WT = {0.5, 0.5};
  s.p_WE = {0.5, 0.4};  // comes upwards
  EXPECT_NEAR(off_line(line_at(deg_to_rad(90.0)), s, {}), 0.0, 1e-12);
  // It comes turned clockwise from a line that goes to the left.
  EXPECT_NEAR(off_line(line_at(deg_to_rad(120.0)), s, {}), deg_to_rad(-30.0), 1e-12);
  EXPECT_NEAR(off_line(line_at(deg_to_rad(60.0)), s, {}), deg_to_rad(30.0), 1e-12);
  // The line turns with the target.
  EXPECT_NEAR(off_line(line_at(deg_to_rad(80.0), deg_to_rad(5.0)), s, Time{from_seconds(2.0)}), 0.0, 1e-12);
}

TEST(ApproachLine, LeadsTheHandAlongItFromEverySide) {
  for (const double direction : {-2.0, 0.3, 1.9}) {
    for (int i = 0; i < 24; ++i) {
      for (const double radius : {0.1, 0.3}) {
        const Led led(line_at(direction), radius * Vector2(std::cos(i * 0.26), std::sin(i * 0.26)));
        EXPECT_LT((led.s.p_WE - led.s.p_WT).norm(), 1e-3);
        EXPECT_TRUE(led.watch.seen());
        EXPECT_LT(std::abs(led.watch.way_error()), deg_to_rad(10.0)) << direction << " " << i;
        EXPECT_FALSE(led.left_line) << direction << " " << i << " " << radius;
      }
    }
  }
}

TEST(ApproachLine, LeadsTheHandAlongALineThatTurnsWithItsTarget) {
  const double w = deg_to_rad(10.0);
  for (int i = 0; i < 12; ++i) {
    const Led led(line_at(0.3, w), 0.2 * Vector2(std::cos(i * 0.52), std::sin(i * 0.52)), {0.05, 0.0}, w);
    EXPECT_LT((led.s.p_WE - led.s.p_WT).norm(), 1e-3);
    EXPECT_LT(std::abs(led.watch.way_error()), deg_to_rad(10.0)) << i;
  }
}

TEST(ApproachLine, SaysWhenAHandComesNearerBesideIt) {
  const ApproachLine line = line_at(0.0);
  TaskSpaceState before, after;
  before.p_WE = {0.0, 0.05};
  after.p_WE = {0.0, 0.04};
  EXPECT_TRUE(leaves_line(line, before, after, {}));
  EXPECT_FALSE(leaves_line(line, after, before, {}));  // it goes away
  before.p_WE = {-0.05, 0.0};
  after.p_WE = {-0.04, 0.005};
  EXPECT_FALSE(leaves_line(line, before, after, {}));
}

TEST(ApproachLine, TurnsTheHandTheShorterWayAndWithTheTarget) {
  const ApproachLine line = line_at(deg_to_rad(170.0), deg_to_rad(5.0));
  EXPECT_NEAR(turn_along(line, 2.0, deg_to_rad(170.0), {}), deg_to_rad(5.0), 1e-12);
  // 190 deg on the other side of the circle: 20 deg to go, counter-clockwise negative.
  EXPECT_NEAR(turn_along(line, 1.0, deg_to_rad(-170.0), {}), deg_to_rad(5.0 - 20.0), 1e-12);
  EXPECT_TRUE(is_turned_along(line, deg_to_rad(160.0), {}, 1.0));
  EXPECT_FALSE(is_turned_along(line, deg_to_rad(150.0), {}, 1.0));
}

TEST(ApproachLine, LiesInTheFrameOfATargetThatIsFollowedAsABody) {
  StateEstimate estimate;
  estimate.robot.joints = JointVector::Zero(2);
  estimate.target.turns = true;
  estimate.target.theta_WT = 0.4;
  estimate.target.w_WT = 0.1;
  Approach approach{.direction = 1.0, .in_target_frame = true, .tolerance = 0.2, .distance = 0.06};
  const ApproachLine moving = lay_approach(approach, estimate, {}, true);
  EXPECT_DOUBLE_EQ(moving.direction_at(Time{from_seconds(2.0)}), 1.6);
  EXPECT_FALSE(moving.turns_hand);
  EXPECT_DOUBLE_EQ(lay_approach(approach, estimate, {}, false).direction_at(Time{from_seconds(2.0)}), 1.4);
  approach.in_target_frame = false;
  estimate.robot.joints = JointVector::Zero(3);
  const ApproachLine fixed = lay_approach(approach, estimate, {}, true);
  EXPECT_DOUBLE_EQ(fixed.direction_at(Time{from_seconds(2.0)}), 1.0);
  EXPECT_TRUE(fixed.turns_hand);
}

}  // namespace
}  // namespace freefloat
