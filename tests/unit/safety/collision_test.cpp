#include "safety/collision.h"

#include <gtest/gtest.h>

#include "types/angle.h"

namespace freefloat {
namespace {

/// A satellite of 0.3 x 0.3 m in the middle of a table of 1.8 x 1.8 m, its arm of two links of 0.4 m straight
/// along x: the hand is at 1.0 m less 0.2 m.
class Collision : public testing::Test {
 protected:
  Collision() {
    robot_.satellite_to_joint = {0.0, 0.0};
    robot_.links.resize(2);
    for (LinkParameters& link : robot_.links) {
      link.to_mass_centre = {0.2, 0.0};
      link.to_end = {0.2, 0.0};
    }
    limits_.satellite_size = {0.3, 0.3};
    limits_.half_table = {0.9, 0.9};
    estimate_.robot.joints = JointVector::Zero(2);
    estimate_.robot.joint_rates = JointVector::Zero(2);
    estimate_.target.valid = true;
    estimate_.target.p_WT = {0.0, 0.5};
  }

  bool collides(double reaction = 0.0, double to_stop = 0.0) const {
    return will_collide(robot_, limits_, estimate_, capturing_, from_seconds(reaction),
                        from_seconds(to_stop));
  }

  RobotParameters robot_;
  MotionLimits limits_;
  StateEstimate estimate_;
  bool capturing_ = true;
};

TEST_F(Collision, IsNoneWhereAllIsFarAndRests) {
  EXPECT_FALSE(collides(1.0, 1.0));
}

TEST_F(Collision, HandComesToRestBeyondTheEdgeByReactionAndHalfOfBraking) {
  estimate_.robot.v_WB = {0.2, 0.0};  // the hand is 0.1 m before the edge
  EXPECT_FALSE(collides(0.0, 0.98));
  EXPECT_TRUE(collides(0.0, 1.02));
  EXPECT_FALSE(collides(0.1, 0.78));
  EXPECT_TRUE(collides(0.1, 0.82));
}

TEST_F(Collision, HandSwingsOverAnEdgeByTheRatesOfAllBodies) {
  estimate_.robot.p_WB = {0.0, 0.85};
  estimate_.robot.w_WB = 0.1;
  EXPECT_FALSE(collides(0.6));  // 80 mm/s at the hand, 50 mm to go
  EXPECT_TRUE(collides(0.7));
  estimate_.robot.w_WB = 0.0;
  estimate_.robot.joint_rates << 0.0, 0.2;  // of the outer link alone
  EXPECT_FALSE(collides(0.6));
  EXPECT_TRUE(collides(0.7));
}

TEST_F(Collision, ElbowCountsAsTheHandDoes) {
  estimate_.robot.joints << 0.0, kPi;  // folded: the elbow is the farthest
  estimate_.robot.p_WB = {0.45, 0.0};
  estimate_.robot.v_WB = {0.1, 0.0};
  EXPECT_FALSE(collides(0.45));
  EXPECT_TRUE(collides(0.55));
}

TEST_F(Collision, WayBackFromTheEdgeIsFree) {
  estimate_.robot.p_WB = {0.3, 0.0};  // the hand is 0.2 m beyond
  EXPECT_FALSE(collides(1.0));
  estimate_.robot.v_WB = {-0.1, 0.0};
  EXPECT_FALSE(collides(1.0));
  estimate_.robot.v_WB = {0.1, 0.0};
  EXPECT_TRUE(collides());
}

TEST_F(Collision, SatelliteAndTargetMeetByTheirMotionTowardsEachOther) {
  estimate_.target.v_WT = {0.0, -0.1};  // 0.35 m to go
  EXPECT_FALSE(collides(3.4));
  EXPECT_TRUE(collides(3.6));
  estimate_.robot.v_WB = {0.0, -0.1};  // as fast, away from it
  EXPECT_FALSE(collides(3.6));
  estimate_.robot.v_WB = {0.0, 0.1};
  EXPECT_TRUE(collides(1.8));
}

TEST_F(Collision, CornerOfATurningSatelliteReachesTheTarget) {
  estimate_.target.p_WT = {0.0, 0.18};  // beyond the side, within the corners' circle of 0.21 m
  estimate_.robot.w_WB = 0.5;
  EXPECT_FALSE(collides(0.4));
  EXPECT_TRUE(collides(kPi / 2.0));
}

TEST_F(Collision, SideOfATurningSatelliteReachesATargetBesideItOneWayOnly) {
  estimate_.target.p_WT = {0.12, 0.16};  // beyond the side, near the corner that turns towards it
  estimate_.robot.w_WB = 0.1;
  EXPECT_TRUE(collides(1.0));
  estimate_.robot.w_WB = -0.1;
  EXPECT_FALSE(collides(1.0));
}

TEST_F(Collision, ThreeStandardDeviationsAreAdded) {
  estimate_.target.v_WT = {0.0, -0.1};
  estimate_.sigma_hand = 0.003;
  EXPECT_FALSE(collides(3.40));
  EXPECT_TRUE(collides(3.42));
  estimate_.target.v_WT = {0.0, 0.0};
  estimate_.robot.v_WB = {0.2, 0.0};  // the hand, 0.1 m before the table's edge
  EXPECT_FALSE(collides(0.44));
  EXPECT_TRUE(collides(0.47));
}

TEST_F(Collision, TargetThatIsHeldOrNotBelievedIsNotJudged) {
  estimate_.target.v_WT = {0.0, -0.1};
  capturing_ = false;
  EXPECT_FALSE(collides(3.6));
  capturing_ = true;
  estimate_.target.valid = false;
  EXPECT_FALSE(collides(3.6));
}

TEST_F(Collision, TargetThatLeavesIsNoCollision) {
  estimate_.target.p_WT = {0.0, 0.1499};
  estimate_.target.v_WT = {0.0, 0.001};
  EXPECT_FALSE(collides(0.0, 0.0));
  estimate_.target.v_WT = {0.0, -0.001};
  EXPECT_TRUE(collides(0.1));
}

}  // namespace
}  // namespace freefloat
