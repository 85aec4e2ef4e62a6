#include <gtest/gtest.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>

#include "ros/camera_description.h"
#include "ros/motion_messages.h"
#include "ros_node/dds_node.h"
#include "ros_node/service_message.h"
#include "runlog/robot_description.h"
#include "runlog/robot_frames.h"
#include "support/test_robots.h"
#include "vision/camera_model.h"

namespace freefloat::ros {
namespace {

RobotParameters limited_robot() {
  RobotParameters robot = lateral3_robot();
  robot.satellite_size = {0.3, 0.2};
  robot.joint_limits = {{-1.0, 2.0, 0.5}, {-2.5, 2.5, 0.6}, {-0.5, 0.25, 0.7}};
  return robot;
}

TEST(RosNames, AreThoseOfTheMiddleware) {
  EXPECT_EQ(dds_topic("rt", "/joint_states"), "rt/joint_states");
  EXPECT_EQ(dds_type("sensor_msgs/msg/JointState"), "sensor_msgs::msg::dds_::JointState_");
  EXPECT_EQ(dds_type("std_srvs/srv/Trigger_Request"), "std_srvs::srv::dds_::Trigger_Request_");
}

TEST(RobotDescription, HasTheMassesLimitsAndPlacesOfTheRobot) {
  const RobotParameters robot = limited_robot();
  const auto model = urdf::parseURDF(make_robot_description(robot));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->getRoot()->name, "satellite");
  EXPECT_EQ(model->getRoot()->inertial->mass, robot.satellite_mass);
  EXPECT_EQ(model->getRoot()->inertial->izz, robot.satellite_inertia);
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    const auto joint = model->getJoint("joint_" + number);
    ASSERT_NE(joint, nullptr);
    EXPECT_EQ(joint->type, urdf::Joint::REVOLUTE);
    EXPECT_EQ(joint->axis.z, 1.0);
    EXPECT_EQ(joint->limits->lower, robot.joint_limits[i].min);
    EXPECT_EQ(joint->limits->upper, robot.joint_limits[i].max);
    EXPECT_EQ(joint->limits->velocity, robot.joint_limits[i].max_rate);
    const auto link = model->getLink("link_" + number);
    ASSERT_NE(link, nullptr);
    EXPECT_EQ(link->inertial->mass, robot.links[i].mass);
    EXPECT_EQ(link->inertial->origin.position.x, robot.links[i].to_mass_centre.x());
  }
  // Frames agree with those that /tf tells.
  StateEstimate estimate;
  estimate.robot.joints = JointVector::Zero(robot.joint_count());
  const auto frames = robot_frames(robot, estimate, 0);
  for (const auto& frame : frames.transforms) {
    const auto link = model->getLink(frame.child_frame_id);
    if (link == nullptr || link->parent_joint == nullptr) continue;
    const auto& place = link->parent_joint->parent_to_joint_origin_transform.position;
    EXPECT_EQ(link->parent_joint->parent_link_name, frame.header.frame_id);
    EXPECT_EQ(place.x, frame.transform.translation.x);
    EXPECT_EQ(place.y, frame.transform.translation.y);
  }
}

TEST(RobotDescription, NameOfARobotBreaksNoXml) {
  RobotParameters robot = limited_robot();
  robot.name = "a<b>&\"c\"";
  const auto model = urdf::parseURDF(make_robot_description(robot));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->getName(), robot.name);
}

TEST(MotionMessages, TellCovarianceByRowAndWhatIsNotKnown) {
  StateEstimate estimate;
  estimate.p_WE = {0.3, -0.2};
  estimate.v_WE = {0.01, 0.02};
  estimate.robot.theta_WB = 0.5;
  estimate.robot.joints = JointVector::Constant(2, 0.25);
  estimate.robot.joint_rates = JointVector::Constant(2, 0.1);
  estimate.robot.w_WB = -0.05;
  estimate.sigma_hand = 2e-3;
  estimate.sigma_attitude = 1e-2;
  const auto pose = pose_message(hand_motion(estimate), {});
  EXPECT_EQ(pose.header.frame_id, "table");
  EXPECT_EQ(pose.pose.pose.position.y, -0.2);
  EXPECT_NEAR(2.0 * std::atan2(pose.pose.pose.orientation.z, pose.pose.pose.orientation.w), 1.0, 1e-12);
  EXPECT_DOUBLE_EQ(pose.pose.covariance.data()[0], 4e-6);
  EXPECT_DOUBLE_EQ(pose.pose.covariance.data()[7], 4e-6);
  EXPECT_DOUBLE_EQ(pose.pose.covariance.data()[35], 1e-4);
  const auto twist = twist_message(hand_motion(estimate), {});
  EXPECT_EQ(twist.twist.twist.linear.y, 0.02);
  EXPECT_NEAR(twist.twist.twist.angular.z, 0.15, 1e-15);
  EXPECT_EQ(twist.twist.covariance(0, 0), -1.0);
}

TEST(CameraFrame, LooksAtTheTableAsTheCameraModelDoes) {
  CameraParameters camera;
  camera.width = 640;
  camera.height = 480;
  camera.fx = camera.fy = 500.0;
  camera.cx = 320.0;
  camera.cy = 240.0;
  camera.p_WC = {0.1, -0.2, 2.0};
  camera.rpy_WC = {0.02, -0.03, 0.4};
  const auto frame = camera_frame(camera, 0);
  const auto& r = frame.transform.rotation;
  const auto& t = frame.transform.translation;
  const Eigen::Quaterniond turn(r.w, r.x, r.y, r.z);
  const Eigen::Vector3d point(0.3, 0.25, 0.0);
  const Eigen::Vector3d seen = turn.inverse() * (point - Eigen::Vector3d(t.x, t.y, t.z));
  const auto info = camera_info(camera, {});
  const Eigen::Vector3d uvw = info.k * seen;
  const auto expected = CameraModel(camera).project(point);
  ASSERT_TRUE(expected);
  EXPECT_NEAR(uvw.x() / uvw.z(), expected->x(), 1e-9);
  EXPECT_NEAR(uvw.y() / uvw.z(), expected->y(), 1e-9);
  EXPECT_EQ(info.d.size(), 5u);
  EXPECT_EQ(info.p(1, 2), 240.0);
}

TEST(ServiceMessage, GivesBackTheMarkOfTheQuestion) {
  std::vector<std::uint8_t> bytes{0, 1, 0, 0};
  for (std::uint8_t i = 1; i <= 16; ++i) bytes.push_back(i);
  bytes.push_back(0);
  const ServiceQuestion marked = read_question(bytes);
  ASSERT_TRUE(marked.mark);
  EXPECT_EQ(marked.body, (std::vector<std::uint8_t>{0, 1, 0, 0, 0}));
  const auto answer = address_answer(marked, std::vector<std::uint8_t>{0, 1, 0, 0, 1});
  ASSERT_EQ(answer.size(), 21u);
  EXPECT_EQ(answer[4], 1);
  EXPECT_EQ(answer[19], 16);
  EXPECT_EQ(answer[20], 1);
}

TEST(ServiceMessage, PlainQuestionHasNoMark) {
  for (const std::size_t size : {0u, 4u, 5u, 8u, 20u}) {
    const ServiceQuestion plain = read_question(std::vector<std::uint8_t>(size));
    EXPECT_FALSE(plain.mark);
    EXPECT_EQ(address_answer(plain, std::vector<std::uint8_t>{0, 1, 0, 0, 1}).size(), 5u);
  }
}

}  // namespace
}  // namespace freefloat::ros
