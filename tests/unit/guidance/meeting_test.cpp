#include "guidance/meeting.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/generalized_jacobian.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

RobotParameters six_links() {
  RobotParameters robot = table2_robot();
  robot.links.assign(6, {0.25, 0.0005, {0.06, 0.0}, {0.06, 0.0}});
  return robot;
}

MotionLimits wide_limits(int joints) {
  MotionLimits limits;
  limits.joints.assign(joints, {-6.1, 6.1, 2.0});
  limits.satellite_range = {10.0, 10.0};
  return limits;
}

/// A robot that turns and drifts on a tilted table, and a target that does not stand still either.
MeetingScene scene_of(int joints, const Vector2& target) {
  MeetingScene scene;
  scene.theta_WB = 0.4;
  scene.joints = JointVector::Constant(joints, 1.8 / joints);
  scene.joints[0] = -0.5;
  scene.rates = JointVector::Constant(joints, 0.1);
  scene.angular_momentum = 0.03;
  scene.mass_centre = {{0.05, -0.02}, {0.01, -0.005}, {0.004, 0.009}};
  scene.target = {target, {-0.03, 0.05}, {0.0, 0.0}};
  return scene;
}

/// Hand and joints when the ramps have been followed, by the hand's velocity alone: v_G + J* phi' + b L.
struct FlownMeeting {
  Vector2 p_WE;
  Vector2 v_WE;
  JointVector joints;
  double theta_WE = 0.0;
  double w_WE = 0.0;
};

FlownMeeting fly_meeting(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting) {
  constexpr int kSteps = 20000;
  const double step = meeting.time / kSteps;
  double theta = scene.theta_WB;
  JointVector joints = scene.joints;
  FlownMeeting end{scene.mass_centre.p + compute_hand(setup.model, compute_posture(theta, joints)).p_GX,
                   Vector2::Zero(), joints, theta + joints.sum()};
  for (int k = 0; k < kSteps; ++k) {
    JointVector rates(joints.size());
    for (Eigen::Index j = 0; j < joints.size(); ++j)
      rates[j] = ramp_to_meeting(setup, scene, meeting, j).rate((k + 0.5) * step);
    const GeneralizedJacobian jacobian =
        compute_generalized_jacobian(setup.model, compute_posture(theta, joints));
    end.v_WE = scene.mass_centre.v_after((k + 0.5) * step) + jacobian.position() * rates +
               jacobian.by_momentum.head<2>() * scene.angular_momentum;
    end.p_WE += step * end.v_WE;
    end.w_WE = jacobian.matrix.row(2).dot(rates) + jacobian.by_momentum[2] * scene.angular_momentum;
    end.theta_WE += step * end.w_WE;
    theta += step * (jacobian.satellite_rate.dot(rates) + jacobian.by_momentum[2] * scene.angular_momentum);
    joints += step * rates;
  }
  end.joints = joints;
  return end;
}

void expect_meeting(const RobotParameters& robot, const Vector2& target) {
  const PlanarModel model(robot);
  const MotionLimits limits = wide_limits(model.joint_count());
  const MeetingSetup setup{model, limits, {1.5, 30.0}, 0.01, 0.05};
  const MeetingScene scene = scene_of(model.joint_count(), target);
  Meeting meeting;
  meeting.joints = scene.joints;
  ASSERT_TRUE(refine_meeting(setup, scene, 0.0, 30, 1e-6, meeting));
  const FlownMeeting end = fly_meeting(setup, scene, meeting);
  EXPECT_LT((end.p_WE - scene.target.p_after(meeting.time)).norm(), 5e-4);
  EXPECT_LT((end.v_WE - scene.target.v_after(meeting.time)).norm(), 2e-3);
  EXPECT_LT((end.joints - meeting.joints).norm(), 1e-3);
  EXPECT_LT(meeting.rates.lpNorm<Eigen::Infinity>(), 1.5);
}

/// @return After a meeting with a line's point was found and followed; `scene.line` must be there.
FlownMeeting come_along(const RobotParameters& robot, const MeetingScene& scene, Meeting& meeting) {
  const PlanarModel model(robot);
  const MotionLimits limits = wide_limits(model.joint_count());
  const MeetingSetup setup{model, limits, {1.5, 30.0}, 0.01, 0.05};
  meeting.joints = scene.joints;
  EXPECT_TRUE(refine_meeting(setup, scene, 0.0, 40, 1e-6, meeting));
  return fly_meeting(setup, scene, meeting);
}

TEST(Meeting, WithALinesBeginIsReachedInFlightAlongIt) {
  for (const bool three : {false, true}) {
    const RobotParameters robot = three ? lateral3_robot() : table2_robot();
    MeetingScene scene = scene_of(robot.joint_count(), {0.3, 0.4});
    scene.target.arm = {0.05, 0.02};
    scene.target.rate = 0.1;
    scene.line = {.before = 0.06, .direction = 0.9, .rate = 0.1, .speed = 0.08, .turns_hand = three};
    Meeting meeting;
    const FlownMeeting end = come_along(robot, scene, meeting);
    const double direction = 0.9 + 0.1 * meeting.time;
    const Vector2 along(std::cos(direction), std::sin(direction));
    EXPECT_LT((end.p_WE - (scene.target.p_after(meeting.time) - 0.06 * along)).norm(), 5e-4);
    // The begin turns with the target; the hand goes on along the line.
    const Vector2 v_begin = scene.target.v_after(meeting.time) - 0.06 * 0.1 * perpendicular(along);
    EXPECT_LT((end.v_WE - v_begin - 0.08 * along).norm(), 2e-3);
    if (!three) continue;
    EXPECT_NEAR(wrap_angle(end.theta_WE - direction), 0.0, 1e-3);
    EXPECT_NEAR(end.w_WE, 0.1, 2e-3);
  }
}

TEST(Meeting, OnALineSlidesToTheTargetAndNotBeyond) {
  MeetingScene scene = scene_of(2, {0.3, 0.4});
  scene.line = {.before = 0.06, .direction = 0.9, .speed = 0.1, .slides = true};
  const Vector2 along(std::cos(0.9), std::sin(0.9));
  EXPECT_LT((scene.goal_after(0.2).p - (scene.target.p_after(0.2) - 0.04 * along)).norm(), 1e-12);
  EXPECT_LT((scene.goal_after(0.2).v - (scene.target.v_after(0.2) + 0.1 * along)).norm(), 1e-12);
  EXPECT_LT((scene.goal_after(2.0).p - scene.target.p_after(2.0)).norm(), 1e-12);
  EXPECT_LT((scene.goal_after(2.0).v - scene.target.v_after(2.0)).norm(), 1e-12);
}

TEST(Meeting, IsWhereTheHandIsThenAsFastAsItsTarget) {
  expect_meeting(table2_robot(), {0.3, 0.4});
}

TEST(Meeting, IsFoundForArmsOfThreeAndSixJoints) {
  expect_meeting(lateral3_robot(), {0.3, 0.5});
  expect_meeting(six_links(), {0.25, 0.45});
}

TEST(Meeting, IsNoEarlierThanWanted) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits = wide_limits(2);
  const MeetingSetup setup{model, limits, {1.5, 30.0}, 0.01, 0.05};
  const MeetingScene scene = scene_of(2, {0.3, 0.4});
  Meeting meeting;
  meeting.joints = scene.joints;
  ASSERT_TRUE(refine_meeting(setup, scene, 3.0, 30, 1e-6, meeting));
  EXPECT_DOUBLE_EQ(meeting.time, 3.0);
  EXPECT_LT((fly_meeting(setup, scene, meeting).p_WE - scene.target.p_after(3.0)).norm(), 5e-4);
}

TEST(Meeting, OutOfReachIsNone) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits = wide_limits(2);
  const MeetingSetup setup{model, limits, {1.5, 30.0}, 0.01, 0.05};
  const MeetingScene scene = scene_of(2, {3.0, 0.4});
  Meeting meeting;
  meeting.joints = scene.joints;
  EXPECT_FALSE(refine_meeting(setup, scene, 0.0, 50, 1e-3, meeting));
}

TEST(Meeting, KeepsTheJointsWithinTheirLimits) {
  const PlanarModel model(table2_robot());
  MotionLimits limits = wide_limits(2);
  const MeetingSetup setup{model, limits, {1.5, 30.0}, 0.01, 0.05};
  const MeetingScene scene = scene_of(2, {0.3, 0.4});
  Meeting meeting;
  meeting.joints = scene.joints;
  ASSERT_TRUE(refine_meeting(setup, scene, 0.0, 30, 1e-6, meeting));
  limits.joints[1].max = meeting.joints[1] - 0.1;
  limits.joints[1].min = meeting.joints[1] - 0.3;
  limits.joints[0] = {meeting.joints[0] + 0.1, meeting.joints[0] + 0.3, 2.0};
  meeting.joints = scene.joints;
  EXPECT_FALSE(refine_meeting(setup, scene, 0.0, 30, 1e-6, meeting));
}

}  // namespace
}  // namespace freefloat
