#include <gtest/gtest.h>

#include "guidance/hand_laws.h"
#include "support/random_robot.h"
#include "types/angle.h"

namespace freefloat {
namespace {

TaskSpaceState hand_at(double radius, double angle) {
  TaskSpaceState s;
  s.p_WG = {0.1, -0.05};
  s.v_WG = {0.01, 0.02};
  s.p_WE = s.p_WG + rotate(angle, {radius, 0.0});
  return s;
}

HandVelocity kept(const TaskSpaceState& s, const HandWorkspace& workspace, const Vector2& v_WE) {
  HandVelocity velocity{v_WE};
  keep_in_annulus(s, workspace, 0.002, 4.0, velocity);
  return velocity;
}

TEST(TangentCorrection, TakesTheRadialPartOfAnOutwardVelocityNearTheBoundary) {
  RandomRobots random(1);
  for (int i = 0; i < 500; ++i) {
    const double angle = random.number(-kPi, kPi);
    const TaskSpaceState s = hand_at(random.number(0.471, 0.6), angle);
    const Vector2 radial = rotate(angle, {1.0, 0.0});
    const double outward = random.number(-0.1, 0.1);
    const double along = random.number(-0.1, 0.1);
    const Vector2 v = s.v_WG + outward * radial + along * perpendicular(radial);
    HandVelocity result{v};
    correct_to_tangent(s, 0.49, 0.02, result);
    EXPECT_EQ(result.corrected, outward > 0.0);
    const Vector2 relative = result.mean - s.v_WG;
    EXPECT_NEAR(relative.dot(radial), std::min(outward, 0.0), 1e-15);
    EXPECT_NEAR(relative.dot(perpendicular(radial)), along, 1e-15);
  }
}

TEST(TangentCorrection, LeavesAloneWhatIsInsideOrMovesInward) {
  const Vector2 outward = rotate(0.7, {0.1, 0.0});
  const TaskSpaceState inside = hand_at(0.469, 0.7);
  HandVelocity velocity{inside.v_WG + outward};
  correct_to_tangent(inside, 0.49, 0.02, velocity);
  EXPECT_EQ(velocity.mean, inside.v_WG + outward);
  const TaskSpaceState outside = hand_at(0.52, 0.7);
  velocity = {outside.v_WG - outward};
  correct_to_tangent(outside, 0.49, 0.02, velocity);
  EXPECT_EQ(velocity.mean, outside.v_WG - outward);
}

TEST(KeepInAnnulus, NeverLetsTheHandCrossAnEdge) {
  const HandWorkspace workspace{0.24, 0.49, 0.49};
  constexpr double kDt = 0.01;
  for (const double radial : {-0.5, 0.5}) {
    TaskSpaceState s = hand_at(0.35, 0.3);
    s.v_WG.setZero();
    for (int i = 0; i < 2000; ++i) {
      const Vector2 outward = (s.p_WE - s.p_WG).normalized();
      const Vector2 v = kept(s, workspace, radial * outward + 0.05 * perpendicular(outward)).mean;
      EXPECT_NEAR(v.dot(perpendicular(outward)), 0.05, 1e-14);  // the tangential part stays
      s.p_WE += kDt * v;
      const double radius = (s.p_WE - s.p_WG).norm();
      ASSERT_GT(radius, workspace.inner + 0.0019);
      ASSERT_LT(radius, workspace.outer - 0.0019 + 1e-4);  // a tangential step of 0.5 mm leads out by 0.3 um
    }
  }
}

TEST(KeepInAnnulus, LeadsBackAHandThatIsOutside) {
  const HandWorkspace workspace{0.24, 0.49, 0.49};
  for (const double radius : {0.2, 0.55}) {
    const TaskSpaceState s = hand_at(radius, -1.2);
    const HandVelocity v = kept(s, workspace, s.v_WG);
    const double radial = (v.mean - s.v_WG).dot(rotate(-1.2, {1.0, 0.0}));
    EXPECT_TRUE(v.corrected);
    EXPECT_NEAR(radial, radius < 0.3 ? 4.0 * 0.042 : -4.0 * 0.062, 1e-12);
  }
}

TEST(KeepInAnnulus, IsContinuousInThePlaceOfTheHand) {
  const HandWorkspace workspace{0.24, 0.49, 0.49};
  Vector2 last = Vector2::Zero();
  for (int i = 0; i <= 40000; ++i) {
    TaskSpaceState s = hand_at(0.2 + 1e-5 * i, 0.0);
    const Vector2 v = kept(s, workspace, {0.06, 0.02}).mean;
    if (i > 0) {
      ASSERT_LT((v - last).norm(), 5e-5);
    }
    last = v;
  }
}

TEST(KeepInAnnulus, DoesNothingWhereThereIsNoRoomOrNoDirection) {
  TaskSpaceState s;
  EXPECT_FALSE(kept(s, {0.24, 0.49, 0.49}, {0.1, 0.0}).corrected);
  s.p_WE = {0.3, 0.0};
  EXPECT_FALSE(kept(s, {0.3, 0.302, 0.3}, {0.1, 0.0}).corrected);
}

}  // namespace
}  // namespace freefloat
