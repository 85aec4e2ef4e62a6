// What viewers need to draw the robot: frames, description, torques and the target's attitude, derived as the
// log is written.
#include <gtest/gtest.h>
#include <unistd.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "mcap/decode.h"
#include "mcap/mcap_reader.h"
#include "runlog/run_writer.h"
#include "runlog/target_attitude.h"
#include "support/made_up_cycles.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

using testing_support::made_up_cycle;
using testing_support::made_up_facts;

const std::vector<Vector2> kPlaces{{0.0, 0.0}, {0.1, 0.02}, {-0.05, 0.08}};

MarkerMeasurement seen_at(const Vector2& p) {
  MarkerMeasurement marker;
  marker.seen = true;
  marker.p_WM = p;
  marker.covariance = 1e-8 * Matrix2::Identity();
  return marker;
}

MarkerFrame turned_target(double angle) {
  MarkerFrame frame;
  const Eigen::Rotation2Dd turn(angle);
  for (std::size_t i = 0; i < kPlaces.size(); ++i)
    frame.markers[4 + i] = seen_at(Vector2(0.3, -0.2) + turn * kPlaces[i]);
  return frame;
}

TEST(TargetAttitude, IsTheTurnOfItsLeds) {
  for (const double angle : {-3.0, -0.7, 0.0, 0.4, 2.5}) {
    const auto attitude = measure_target_attitude(turned_target(angle), 4, kPlaces);
    ASSERT_TRUE(attitude);
    EXPECT_NEAR(attitude->angle, angle, 1e-12);
  }
}

TEST(TargetAttitude, IsKnownByTwoLedsAndNotByOne) {
  MarkerFrame frame = turned_target(0.4);
  frame.markers[5].seen = false;
  ASSERT_TRUE(measure_target_attitude(frame, 4, kPlaces));
  EXPECT_NEAR(measure_target_attitude(frame, 4, kPlaces)->angle, 0.4, 1e-12);
  frame.markers[6].seen = false;
  EXPECT_FALSE(measure_target_attitude(frame, 4, kPlaces));
  EXPECT_FALSE(measure_target_attitude(frame, 4, {{0.0, 0.0}}));
}

/// Two LEDs 0.1 m apart, each known to s along each axis: the line between them turns by s sqrt(2) / 0.1.
TEST(TargetAttitude, VarianceIsThatOfTheLineBetweenTwoLeds) {
  MarkerFrame frame;
  frame.markers[0] = seen_at({0.0, 0.0});
  frame.markers[1] = seen_at({0.1, 0.0});
  const auto attitude = measure_target_attitude(frame, 0, {{0.0, 0.0}, {0.1, 0.0}});
  ASSERT_TRUE(attitude);
  EXPECT_NEAR(attitude->variance, 2.0 * 1e-8 / 0.01, 1e-15);
}

struct RobotTopics : testing::Test {
  std::string path = testing::TempDir() + "/robot_topics_test" + std::to_string(::getpid()) + ".mcap";
  std::map<std::string, std::vector<std::vector<std::uint8_t>>> messages;
  std::map<std::string, std::string> qos;

  void write_and_read(const CycleRecord& cycle, RunWriterOptions options) {
    options.path = path;
    options.replace_existing = true;
    auto writer = RunWriter::create(options);
    ASSERT_TRUE(writer.has_value());
    writer->write(cycle);
    writer->write(cycle);
    ASSERT_TRUE(writer->close(0));
    auto reader = McapReader::open(path);
    while (const McapItem* item = reader->next()) {
      if (const auto* message = std::get_if<McapMessage>(item)) {
        messages[message->channel.topic].emplace_back(message->data.begin(), message->data.end());
        qos[message->channel.topic] = message->channel.metadata.at("offered_qos_profiles");
      }
    }
    std::remove(path.c_str());
  }
  template <Message T>
  T first(const std::string& topic) {
    T message;
    EXPECT_TRUE(decode(messages.at(topic).at(0), message));
    return message;
  }
};

TEST_F(RobotTopics, FramesAreInEveryCycleAndFixedOnesOnce) {
  RunWriterOptions options;
  options.robot = made_up_facts().robot;
  options.camera.emplace().p_WC = {0.1, 0.2, 2.5};
  write_and_read(made_up_cycle(3), options);
  EXPECT_EQ(messages.at("/tf").size(), 2u);
  EXPECT_EQ(messages.at("/tf_static").size(), 1u);
  EXPECT_EQ(messages.at("/robot_description").size(), 1u);
  EXPECT_NE(qos.at("/tf_static").find("durability: 1\n"), std::string::npos);
  EXPECT_NE(qos.at("/tf").find("durability: 2\n"), std::string::npos);
  const auto fixed = first<tf2_msgs::TFMessage>("/tf_static");
  ASSERT_EQ(fixed.transforms.size(), 1u);
  EXPECT_EQ(fixed.transforms[0].child_frame_id, "camera");
  EXPECT_EQ(fixed.transforms[0].transform.translation.z, 2.5);
  EXPECT_NE(first<std_msgs::String>("/robot_description").data.find("<robot name=\"made up\">"),
            std::string::npos);
}

TEST_F(RobotTopics, TargetIsTurnedAsItsLedsShow) {
  RunWriterOptions options;
  options.robot = made_up_facts().robot;
  options.robot.markers.resize(4);
  options.targets = {{"", kPlaces}};
  CycleRecord cycle = made_up_cycle(3);
  cycle.input.markers = turned_target(0.6);
  write_and_read(cycle, options);
  const auto pose = first<geometry_msgs::PoseStamped>("/target/pose");
  EXPECT_NEAR(2.0 * std::atan2(pose.pose.orientation.z, pose.pose.orientation.w), 0.6, 1e-12);
  const auto frames = first<tf2_msgs::TFMessage>("/tf");
  const auto& target = frames.transforms.back();
  EXPECT_EQ(target.child_frame_id, "target");
  EXPECT_NEAR(2.0 * std::atan2(target.transform.rotation.z, target.transform.rotation.w), 0.6, 1e-12);
}

TEST_F(RobotTopics, EffortIsTheSimulatedTorqueAndElseUnknown) {
  CycleRecord cycle = made_up_cycle(3);
  cycle.truth->motor_torques = JointVector::Constant(2, 0.25);
  cycle.truth->motor_torques[1] = -0.5;
  write_and_read(cycle, {});
  EXPECT_EQ(first<sensor_msgs::JointState>("/joint_states").effort, (std::vector<double>{0.25, -0.5}));
  messages.clear();
  cycle.truth.reset();
  write_and_read(cycle, {});
  EXPECT_TRUE(first<sensor_msgs::JointState>("/joint_states").effort.empty());
  EXPECT_EQ(messages.count("/tf"), 0u);  // of an unknown robot
}

TEST_F(RobotTopics, EachOfSeveralTargetsHasAFrameOfItsNameAndAPlace) {
  RunWriterOptions options;
  options.robot = made_up_facts().robot;
  options.robot.markers.resize(4);
  options.targets = {{"left", kPlaces}, {"right", kPlaces}};
  CycleRecord cycle = made_up_cycle(3);
  cycle.input.op.target = 1;
  cycle.input.markers = turned_target(0.6);
  write_and_read(cycle, options);
  const auto frames = first<tf2_msgs::TFMessage>("/tf");
  std::vector<std::string> names;
  for (const auto& frame : frames.transforms) names.push_back(frame.child_frame_id);
  const auto has = [&](const std::string& name) { return std::count(names.begin(), names.end(), name) == 1; };
  EXPECT_TRUE(has("target") && has("target_left") && has("target_right"));
  const auto pose = first<geometry_msgs::PoseStamped>("/target/pose");
  EXPECT_EQ(pose.pose.orientation.z, 0.0) << "the left one's attitude is not that of the followed one";
  const auto places = first<TargetPlaces>("/freefloat/targets");
  EXPECT_EQ(places.followed, 1u);
  ASSERT_EQ(places.targets.size(), 2u);
  EXPECT_EQ(places.targets[0].name, "left");
  EXPECT_NEAR(places.targets[0].theta_WT, 0.6, 1e-12);
  EXPECT_EQ(places.targets[1].p_WT, cycle.output.estimate.target.p_WT);
}

TEST_F(RobotTopics, OneTargetAloneHasNoFrameOfItsName) {
  RunWriterOptions options;
  options.robot = made_up_facts().robot;
  options.targets = {{"left", kPlaces}};
  write_and_read(made_up_cycle(3), options);
  EXPECT_EQ(messages.count("/freefloat/targets"), 0u);
  EXPECT_EQ(first<tf2_msgs::TFMessage>("/tf").transforms.back().child_frame_id, "target");
}

}  // namespace
}  // namespace freefloat
