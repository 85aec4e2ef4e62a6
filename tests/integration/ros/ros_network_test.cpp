#include <gtest/gtest.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>
#include <thread>

#include "config/load/load_experiment.h"
#include "ros/ros_server.h"
#include "support/fake_desk.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat::ros {
namespace {

#ifdef FF_ROS_PEER

/// What the peer said, a line each.
struct PeerLog {
  explicit PeerLog(const std::string& said) : text(said) {
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string what, name, rest;
      words >> what >> name;
      std::getline(words, rest);
      if (what == "received") received[name] = std::stol(rest);
      if (what == "first") first[name] += rest + "\n";
      if (what == "answer") answers[name] = rest;
      if (what == "published") published[name] = rest;
    }
  }

  std::string text;
  std::map<std::string, long> received;
  std::map<std::string, std::string> first, answers, published;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RosNetwork, SomebodyInAnotherNetworkSeesTheRunAndStopsIt) {
  const std::filesystem::path runs =
      std::filesystem::temp_directory_path() / ("freefloat_ros_runs" + std::to_string(::getpid()));
  std::filesystem::remove_all(runs);
  const std::string experiment = (source_dir() + "/configs/experiments/standing_target.yaml");
  const ProgramOutcome outcome =
      run_command(std::string(FF_TWO_NETWORKS) + " " + FF_ROS_PEER + " 5 4.5 hold stop -- " + FF_PROGRAM +
                  " run " + experiment + " --set ros2.domain_id=5 --log-dir " + runs.string() + " 2>&1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  const PeerLog peer(outcome.text);
  for (const char* topic : {"rt/joint_states", "rt/tf", "rt/satellite/pose",
                            "rt/satellite/pose_with_covariance", "rt/hand/pose_with_covariance",
                            "rt/target/pose_with_covariance", "rt/hand/twist_with_covariance", "rt/clock"}) {
    EXPECT_GT(peer.received.count(topic) != 0 ? peer.received.at(topic) : 0, 50) << topic << "\n"
                                                                                 << peer.text;
  }
  // The whole robot, and it stands where the poses say.
  EXPECT_TRUE(contains(peer.first.at("rt/joint_states"), "names=joint_1,joint_2, positions="));
  const std::string frames = peer.first.at("rt/tf");
  for (const char* step :
       {"table>satellite:", "satellite>link_1:0.19", "link_1>link_2:0.35", "link_2>hand:0.35"})
    EXPECT_TRUE(contains(frames, step)) << frames;
  // Who comes later gets what is said once.
  EXPECT_EQ(peer.received.at("rt/tf_static"), 1);
  EXPECT_TRUE(contains(peer.first.at("rt/tf_static"), "table>camera:0.000000,0.000000,2.6"));
  EXPECT_TRUE(contains(peer.first.at("rt/robot_description"), "<robot name=\"yoshida_umetani\">"));
  EXPECT_TRUE(contains(peer.first.at("rt/rosout"), "msg=phase capture_standing begins"));
  EXPECT_TRUE(contains(peer.first.at("rt/camera/image"),
                       "frame=camera size=1280x1024 step=1280 encoding=mono8 bytes=1310720 brightest="))
      << peer.text;
  EXPECT_FALSE(contains(peer.first.at("rt/camera/image"), "brightest=0"));
  EXPECT_TRUE(contains(peer.first.at("rt/camera/image/compressed"), "frame=camera format=mono8; jpeg"));
  EXPECT_TRUE(contains(peer.first.at("rt/camera/image/compressed"), "first=ffd8"));
  EXPECT_TRUE(contains(peer.first.at("rt/camera/camera_info"), "size=1280x1024 model=plumb_bob d=5"));
  EXPECT_TRUE(contains(peer.first.at("rt/diagnostics"), "[freefloat: supervisor|0|"));
  EXPECT_EQ(peer.published.at("rt/joint_states"),
            " sensor_msgs::msg::dds_::JointState_ "
            "typehash=RIHS01_a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e;");
  // The program is a node, with what it has: three services, two jogs, the target's place; dozens of topics.
  EXPECT_TRUE(contains(peer.first.at("ros_discovery_info"), "node=/|freefloat readers=6 writers="));
  EXPECT_TRUE(contains(peer.published.at("rr/freefloat/stopReply"),
                       "RIHS01_eeff2cd6fa5ad9d27cdf4dec64818317839b62f212a91e6b5304b634b2062c5f"));
  // What the layout for rviz2 shows is there. Its camera adds the transport to the name.
  const YAML::Node layout =
      YAML::LoadFile(source_dir() + "/configs/viewers/rviz2.rviz")["Visualization Manager"];
  EXPECT_EQ(layout["Global Options"]["Fixed Frame"].as<std::string>(), "table");
  int shown = 0;
  for (const YAML::Node& display : layout["Displays"]) {
    const YAML::Node topic = display["Topic"] ? display["Topic"] : display["Description Topic"];
    if (!topic) continue;
    const bool camera = display["Class"].as<std::string>() == "rviz_default_plugins/Camera";
    const std::string name = "rt" + topic["Value"].as<std::string>() + (camera ? "/compressed" : "");
    EXPECT_EQ(peer.published.count(name), 1u) << name;
    ++shown;
  }
  EXPECT_EQ(shown, 5);
  // Anyone may stop; nobody may hold unless the testbed says so.
  EXPECT_TRUE(contains(peer.answers.at("hold"), "own=1 success=0 the testbed does not allow it"));
  EXPECT_TRUE(contains(peer.answers.at("stop"), "own=1 success=1 stopped"));
  EXPECT_TRUE(contains(peer.first.at("rt/rosout"), "capture_standing failed: interrupted by the operator"))
      << peer.text;
  std::filesystem::remove_all(runs);
}

TEST(RosNetwork, ADayAtTheTableIsSeenAndStoppedToo) {
  const std::filesystem::path runs =
      std::filesystem::temp_directory_path() / ("freefloat_ros_day" + std::to_string(::getpid()));
  std::filesystem::remove_all(runs);
  const ProgramOutcome outcome =
      run_command(std::string(FF_TWO_NETWORKS) + " " + FF_ROS_PEER + " 6 3 hold stop -- " + FF_PROGRAM +
                  " operate " + source_dir() + "/configs/testbeds/modern.yaml --experiments " + source_dir() +
                  "/configs/experiments --no-browser --port 0 --set ros2.domain_id=6 --log-dir " +
                  runs.string() + " 2>&1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  const PeerLog peer(outcome.text);
  // No run goes on, and the robot is there all the same.
  for (const char* topic :
       {"rt/joint_states", "rt/tf", "rt/satellite/pose", "rt/target/pose_with_covariance"})
    EXPECT_GT(peer.received.count(topic) != 0 ? peer.received.at(topic) : 0, 20) << topic << "\n"
                                                                                 << peer.text;
  EXPECT_TRUE(contains(peer.first.at("ros_discovery_info"), "node=/|freefloat readers=6 writers="));
  EXPECT_TRUE(contains(peer.first.at("rt/robot_description"), "<robot name=\"yoshida_umetani\">"));
  EXPECT_TRUE(contains(peer.first.at("rt/diagnostics"), "[freefloat: supervisor|0|ready]"));
  EXPECT_TRUE(contains(peer.answers.at("hold"), "own=1 success=0 the testbed does not allow it"));
  EXPECT_TRUE(contains(peer.answers.at("stop"), "own=1 success=1 stopped"));
  std::filesystem::remove_all(runs);
}

TEST(RosNetwork, JogsAndPosesOfAnotherMiddlewareReachTheDesk) {
  RosConfig config;
  config.domain_id = 98;
  config.allow_hold = config.allow_jog = config.allow_target = true;
  testing_support::FakeDesk desk;
  RosServer server(config, desk);
  server.set_run(load_experiment((source_dir() + "/configs/experiments/standing_target.yaml"), {}), 0);
  const PeerLog peer(
      run_command(std::string(FF_ROS_PEER) + " 98 1 hold jog_joints jog_hand place_target").text);
  server.stop();
  std::map<std::string, int> count;
  nlohmann::json joints, hand, target;
  for (const auto& asked : desk.asked()) {
    ++count[asked.what];
    if (asked.what == "jog_joint") joints = asked.request;
    if (asked.what == "jog_hand") hand = asked.request;
    if (asked.what == "drag") target = asked.request;
    EXPECT_EQ(asked.caller.name, "ROS 2");
  }
  EXPECT_EQ(count["pause"], 1);
  EXPECT_TRUE(contains(peer.answers.at("hold"), "own=1 success=1 pause done"));
  EXPECT_GT(count["jog_joint"], 10);
  EXPECT_GT(count["jog_hand"], 10);
  EXPECT_GE(count["jog_end"], 1);
  ASSERT_EQ(joints.at("rates_deg_s").size(), 2u);
  EXPECT_NEAR(joints.at("rates_deg_s")[0].get<double>(), 5.72958, 1e-4);
  EXPECT_NEAR(joints.at("rates_deg_s")[1].get<double>(), -2.86479, 1e-4);
  EXPECT_NEAR(hand.at("vx_mm_s").get<double>(), 20.0, 1e-9);
  EXPECT_NEAR(target.at("position_m")[0].get<double>(), 0.41, 1e-12);
  EXPECT_NEAR(target.at("position_m")[1].get<double>(), 0.27, 1e-12);
}

#else

TEST(RosNetwork, NeedsSomebodyElse) {
  FAIL() << "CycloneDDS is not installed: tools/setup test";
}

#endif

}  // namespace
}  // namespace freefloat::ros
