#include "ros/ros_commands.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/fake_desk.h"

namespace freefloat::ros {
namespace {

using std::chrono::milliseconds;
using testing_support::FakeDesk;

constexpr RosCommands::Instant kStart{std::chrono::hours(1)};

control_msgs::JointJog joint_jog(double rate) {
  control_msgs::JointJog jog;
  jog.joint_names = {"joint_2"};
  jog.velocities = {rate};
  return jog;
}

struct RosCommandsTest : testing::Test {
  FakeDesk desk;
  std::string commander;

  RosCommands make(bool allowed) {
    RosConfig config;
    config.domain_id = 3;
    config.allow_hold = config.allow_jog = config.allow_target = allowed;
    return {desk, config, [this] { return commander; }};
  }
  std::vector<std::string> asked() const {
    std::vector<std::string> names;
    for (const FakeDesk::Asked& one : desk.asked()) names.push_back(one.what);
    return names;
  }
};

TEST_F(RosCommandsTest, AnyoneMayStopWhateverTheTestbedAllows) {
  for (const bool allowed : {false, true}) {
    RosCommands commands = make(allowed);
    commander = "Ada";
    EXPECT_TRUE(commands.stop().success);
  }
  EXPECT_EQ(desk.stops(), 2);
}

TEST_F(RosCommandsTest, NothingElseReachesTheDeskUnlessAllowed) {
  RosCommands commands = make(false);
  EXPECT_FALSE(commands.hold("pause").success);
  commands.jog(joint_jog(0.1), kStart);
  commands.jog(geometry_msgs::Twist{{0.01, 0.0, 0.0}, {}}, kStart);
  commands.place_target({});
  commands.tick(kStart);
  commands.tick(kStart + milliseconds(100));
  EXPECT_TRUE(desk.asked().empty());
  // It stands in the log, once for many.
  ASSERT_EQ(desk.decisions().size(), 1u);
  EXPECT_FALSE(desk.decisions()[0].accepted);
  EXPECT_NE(desk.decisions()[0].words.find("allow_hold: true"), std::string::npos);
  EXPECT_EQ(desk.decisions()[0].caller.address, "domain 3");
}

TEST_F(RosCommandsTest, WhoCommandsByThePageCommandsAlone) {
  RosCommands commands = make(true);
  commander = "Ada";
  const auto answer = commands.hold("pause");
  EXPECT_FALSE(answer.success);
  EXPECT_NE(answer.message.find("Ada"), std::string::npos);
  commands.jog(joint_jog(0.1), kStart);
  commands.tick(kStart);
  EXPECT_TRUE(desk.asked().empty());
}

TEST_F(RosCommandsTest, JogEndsWhenItsMessagesDo) {
  RosCommands commands = make(true);
  commands.jog(joint_jog(0.5), kStart);
  commands.tick(kStart);
  ASSERT_EQ(asked(), std::vector<std::string>{"jog_joint"});
  const nlohmann::json rates = desk.asked()[0].request.at("rates_deg_s");
  ASSERT_EQ(rates.size(), 2u);
  EXPECT_EQ(rates[0], 0.0);
  EXPECT_NEAR(rates[1].get<double>(), 28.6479, 1e-3);
  commands.tick(kStart + milliseconds(299));
  EXPECT_EQ(asked().size(), 1u);
  commands.tick(kStart + milliseconds(300));
  EXPECT_EQ(asked().back(), "jog_end");
  commands.tick(kStart + milliseconds(600));
  EXPECT_EQ(asked().size(), 2u);
}

TEST_F(RosCommandsTest, JogEndsWhenSomebodyTakesTheLease) {
  RosCommands commands = make(true);
  commands.jog(joint_jog(0.5), kStart);
  commands.tick(kStart);
  commander = "Ada";
  commands.tick(kStart + milliseconds(20));
  EXPECT_EQ(asked().back(), "jog_end");
}

TEST_F(RosCommandsTest, FloodOfJogsIsAskedAtMostFiftyTimesASecond) {
  RosCommands commands = make(true);
  for (int i = 0; i < 1000; ++i) {
    const auto now = kStart + milliseconds(i);
    commands.jog(geometry_msgs::Twist{{1e-3 * i, 0.0, 0.0}, {}}, now);
    commands.tick(now);
  }
  EXPECT_EQ(asked().size(), 50u);
  EXPECT_EQ(desk.asked().back().what, "jog_hand");
  EXPECT_NEAR(desk.asked().back().request.at("vx_mm_s").get<double>(), 980.0, 1e-9);
}

TEST_F(RosCommandsTest, NumbersThatAreNoneAndUnknownJointsMoveNothing) {
  RosCommands commands = make(true);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  commands.jog(joint_jog(nan), kStart);
  commands.jog(geometry_msgs::Twist{{nan, 0.0, 0.0}, {}}, kStart);
  control_msgs::JointJog elbow = joint_jog(0.1);
  elbow.joint_names = {"elbow"};
  commands.jog(elbow, kStart);
  control_msgs::JointJog short_one = joint_jog(0.1);
  short_one.velocities.clear();
  commands.jog(short_one, kStart);
  geometry_msgs::PoseStamped pose;
  pose.pose.position.x = nan;
  commands.place_target(pose);
  pose.pose.position.x = 0.1;
  pose.header.frame_id = "map";
  commands.place_target(pose);
  commands.tick(kStart);
  EXPECT_TRUE(desk.asked().empty());
}

TEST_F(RosCommandsTest, TargetIsPutWhereThePoseSays) {
  RosCommands commands = make(true);
  geometry_msgs::PoseStamped pose;
  pose.header.frame_id = "table";
  pose.pose.position = {0.2, -0.1, 0.0};
  pose.pose.orientation = {0.0, 0.0, 0.7071067811865476, 0.7071067811865476};
  commands.place_target(pose);
  ASSERT_EQ(desk.asked().size(), 1u);
  const nlohmann::json request = desk.asked()[0].request;
  EXPECT_EQ(desk.asked()[0].what, "drag");
  EXPECT_EQ(request.at("what"), "target");
  EXPECT_EQ(request.at("position_m"), (nlohmann::json{0.2, -0.1}));
  EXPECT_NEAR(request.at("attitude_deg").get<double>(), 90.0, 1e-9);
}

}  // namespace
}  // namespace freefloat::ros
