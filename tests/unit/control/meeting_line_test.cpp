#include "control/meeting_line.h"

#include <gtest/gtest.h>

#include <cmath>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kDirection = deg_to_rad(30.0);

/// Of a line 60 mm long that comes in at 30 deg, a target that stands, and a hand anywhere.
struct Line : testing::Test {
  GuidanceConfig config;
  ApproachLine line{.direction = kDirection,
                    .at = Time{},
                    .tolerance = deg_to_rad(15.0),
                    .distance = 0.06,
                    .turns_hand = false};
  TaskSpaceState s;
  const Vector2 along{std::cos(kDirection), std::sin(kDirection)};

  Line() {
    config.urgency = 1.0;
    config.max_hand_speed = 0.15;
    config.max_hand_acceleration = 0.3;
    s.p_WT = {0.2, 0.4};
  }
  /// @param before, beside Of the hand, m. @param sidewards Its speed to the left of the line, m/s.
  MeetingLine meet(double before, double beside, double sidewards = 0.0, double theta_WE = kDirection) {
    s.p_WE = s.p_WT - before * along + beside * perpendicular(along);
    s.v_WE = sidewards * perpendicular(along);
    return meeting_line(config, line, s, theta_WE, Time{});
  }
};

TEST_F(Line, IsMetAtItsBeginByAHandBesideIt) {
  for (const MeetingLine& meeting : {meet(0.3, 0.1), meet(0.04, 0.02), meet(-0.05, 0.0), meet(0.07, 0.0)}) {
    EXPECT_FALSE(meeting.slides);
    EXPECT_DOUBLE_EQ(meeting.before, 0.06);
  }
}

TEST_F(Line, IsFollowedByAHandThatIsOnIt) {
  const MeetingLine meeting = meet(0.04, 0.001);
  EXPECT_TRUE(meeting.slides);
  EXPECT_NEAR(meeting.before, 0.04, 1e-12);
  EXPECT_NEAR(meet(0.0615, 0.0).before, 0.06, 1e-12);
}

TEST_F(Line, IsNotFollowedByAHandThatCrossesIt) {
  EXPECT_TRUE(meet(0.04, 0.0, 0.02).slides);
  EXPECT_FALSE(meet(0.04, 0.0, 0.2).slides);
}

TEST_F(Line, IsNotFollowedByAHandThatLooksElsewhere) {
  EXPECT_TRUE(meet(0.04, 0.0, 0.0, 1.0).slides);  // two joints cannot choose
  line.turns_hand = true;
  EXPECT_FALSE(meet(0.04, 0.0, 0.0, 1.0).slides);
  EXPECT_TRUE(meet(0.04, 0.0, 0.0, kDirection + deg_to_rad(5.0)).slides);
}

TEST_F(Line, IsFollowedByAHandThatGoesWithItsTarget) {
  s.v_WT = 0.1 * perpendicular(along);
  EXPECT_TRUE(meet(0.04, 0.0, 0.1).slides);
  EXPECT_FALSE(meet(0.04, 0.0, -0.1).slides);
  s.v_WT.setZero();
  line.rate = 2.0;  // the line's point 40 mm before the target goes sidewards by 80 mm/s
  EXPECT_TRUE(meet(0.04, 0.0, -0.08).slides);
  EXPECT_FALSE(meet(0.04, 0.0, 0.08).slides);
}

TEST_F(Line, NearTheTargetIsNotLeftAgain) {
  const MeetingLine meeting = meet(0.002, 0.008);
  EXPECT_TRUE(meeting.slides);
  EXPECT_NEAR(meeting.before, 0.002, 1e-12);
  EXPECT_DOUBLE_EQ(meet(-0.008, 0.0).before, 0.0);
}

TEST_F(Line, IsGoneAlongSoThatTheHandStopsAtTheTarget) {
  EXPECT_DOUBLE_EQ(meet(0.0, 0.0).speed, 0.0);
  for (const double before : {0.005, 0.02, 0.04})  // at half the given acceleration
    EXPECT_NEAR(meet(before, 0.0).speed, std::sqrt(2.0 * 0.15 * before), 1e-9);
  config.urgency = 0.5;
  EXPECT_NEAR(meet(0.02, 0.0).speed, 0.5 * std::sqrt(2.0 * 0.15 * 0.02), 1e-9);
}

TEST_F(Line, TurnsWithItsTarget) {
  line.rate = 0.1;
  const MeetingLine meeting = meeting_line(config, line, s, 0.0, Time{} + from_seconds(2.0));
  EXPECT_NEAR(meeting.direction, kDirection + 0.2, 1e-12);
  EXPECT_NEAR(meeting.direction_after(1.0), kDirection + 0.3, 1e-12);
}

}  // namespace
}  // namespace freefloat
