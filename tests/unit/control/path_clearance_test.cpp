#include "control/path_clearance.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/posture.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// The robot stands still in a posture, and a target moves from one place beside its hand to another.
class PathClearanceCase : public testing::Test {
 protected:
  PathClearanceCase() {
    robot_.satellite_size = {0.3, 0.3};
    arm_.theta_WB = 0.3;
    arm_.joints.resize(2);
    arm_.joints << 0.6, -1.1;
  }

  /// @param from, to From the hand, last link's frame, m.
  bool lost_beside_hand(const Vector2& from, const Vector2& to) const {
    const PlanarModel model(robot_);
    const Vector2 hand = compute_hand(model, compute_posture(arm_.theta_WB, arm_.joints)).p_GX;
    const double link = arm_.theta_WB + arm_.joints.sum();
    return lost(hand + rotate(link, from), hand + rotate(link, to));
  }

  bool lost(const Vector2& from, const Vector2& to) const {
    TaskSpaceState before;
    before.p_WT = from;
    TaskSpaceState after;
    after.p_WT = to;
    return PathClearance(robot_, {}, half_table_, margin_)
        .is_lost(PlanarModel(robot_), {arm_, before}, {arm_, after});
  }

  RobotParameters robot_ = table2_robot();
  ArmState arm_;
  double margin_ = 0.005;
  Vector2 half_table_{5.0, 5.0};
};

TEST_F(PathClearanceCase, ThePinMayComeThroughTheMouth) {
  EXPECT_FALSE(lost_beside_hand({0.1, 0.0}, {0.0, 0.0}));
  EXPECT_FALSE(lost_beside_hand({-0.1, 0.0}, {0.0, 0.0}));
}

TEST_F(PathClearanceCase, ThePinMayNotComeThroughAJaw) {
  EXPECT_TRUE(lost_beside_hand({0.0, 0.1}, {0.0, 0.0}));
  EXPECT_TRUE(lost_beside_hand({0.0, -0.1}, {0.0, 0.0}));
  EXPECT_TRUE(lost_beside_hand({0.012, 0.1}, {0.012, 0.0}));  // 4 mm from the jaw
  EXPECT_FALSE(lost_beside_hand({0.014, 0.1}, {0.014, 0.0}));
}

TEST_F(PathClearanceCase, WhatIsTooNearMayLeave) {
  EXPECT_TRUE(lost_beside_hand({0.011, 0.03}, {0.010, 0.03}));
  EXPECT_FALSE(lost_beside_hand({0.010, 0.03}, {0.011, 0.03}));
}

TEST_F(PathClearanceCase, TheTargetsBodyMayNotComeToTheSatellite) {
  const PlanarModel model(robot_);
  const Vector2 satellite = satellite_from_mass_centre(model, compute_posture(arm_.theta_WB, arm_.joints));
  const auto beside = [&](double gap) {
    return Vector2(satellite + rotate(arm_.theta_WB, {0.02, -0.15 - 0.04 - gap}));
  };
  EXPECT_TRUE(lost(beside(0.05), beside(0.004)));
  EXPECT_FALSE(lost(beside(0.05), beside(0.006)));
}

TEST_F(PathClearanceCase, LinksPassAboveTheTarget) {
  const PlanarModel model(robot_);
  const Vector2 elbow =
      compute_point(model, compute_posture(arm_.theta_WB, arm_.joints), 1, robot_.links[0].to_end).p_GX;
  EXPECT_FALSE(lost(elbow + Vector2(0.1, 0.1), elbow));
  robot_.links[1].heights = {0.05, 0.19};
  EXPECT_TRUE(lost(elbow + Vector2(0.1, 0.1), elbow));
}

TEST_F(PathClearanceCase, AnArmOnTheSatellitesHeightKeepsClearOfIt) {
  const auto folded = [&](double by) {
    const TaskSpaceState task{};
    TaskSpaceState far = task;
    far.p_WT = {5.0, 5.0};
    arm_.joints << 2.2, 2.3;
    ArmState after = arm_;
    after.joints[1] += by;
    return PathClearance(robot_, {}, half_table_, 0.1)
        .is_lost(PlanarModel(robot_), {arm_, far}, {after, far});
  };
  EXPECT_FALSE(folded(0.1));
  for (LinkParameters& link : robot_.links) link.heights = {0.0, 0.05};
  EXPECT_TRUE(folded(0.1));
  EXPECT_FALSE(folded(-0.1));
}

TEST_F(PathClearanceCase, NothingComesToTheTablesEdge) {
  // The arm stretched along x; a little turn brings the jaws nearer to the edge above, or away from it.
  arm_.theta_WB = 0.0;
  arm_.joints.setZero();
  const auto turned = [&](double by, double width) {
    TaskSpaceState far;
    far.p_WT = {5.0, 5.0};
    ArmState after = arm_;
    after.theta_WB += by;
    return PathClearance(robot_, {}, {5.0, 0.5 * width}, 0.05)
        .is_lost(PlanarModel(robot_), {arm_, far}, {after, far});
  };
  EXPECT_FALSE(turned(0.1, 2.0));
  EXPECT_TRUE(turned(0.1, 0.42));
  arm_.theta_WB = 0.1;
  EXPECT_FALSE(turned(-0.1, 0.42));  // what is too near already may leave
}

TEST_F(PathClearanceCase, TheDistanceToTheEdgeIsThatOfTheRoundedOutline) {
  // Turned to lie along x, the arm comes nearest to the edge before it.
  arm_.joints.setZero();
  ArmState before = arm_;
  arm_.theta_WB = 0.0;
  before.theta_WB = -0.01;
  const PlanarModel model(robot_);
  const Posture along_x = compute_posture(0.0, arm_.joints);
  double reach = 0.0;
  for (const OutlinePart& part : make_robot_outline(robot_)) {
    const double centre = compute_point(model, along_x, part.body, Vector2::Zero()).p_GX.x();
    for (std::size_t i = 0; i < part.shape.corner_count; ++i)
      reach = std::max(reach, centre + part.shape.corners[i].x() + part.shape.radius);
  }
  TaskSpaceState far;
  far.p_WT = {0.0, 5.0};
  const auto lost_where = [&](double to_edge, double share) {
    return PathClearance(robot_, {}, {reach + to_edge, 5.0}, 0.02)
        .is_lost(model, {before, far}, {arm_, far}, share);
  };
  EXPECT_TRUE(lost_where(0.0199, 1.0));
  EXPECT_FALSE(lost_where(0.0201, 1.0));
  EXPECT_TRUE(lost_where(0.0049, 0.25));
  EXPECT_FALSE(lost_where(0.0051, 0.25));
}

}  // namespace
}  // namespace freefloat
