#include "ros_node/type_hash.h"

#include <gtest/gtest.h>

#include "mcap/frame_messages.h"
#include "ros/ros_messages.h"
#include "ros_node/node_graph.h"

namespace freefloat::ros {
namespace {

/// As `ros2 topic info --verbose` of ROS 2 Jazzy and published tables of type hashes tell them.
TEST(TypeHash, IsThatOfThePublishedTypes) {
  EXPECT_EQ(type_hash<builtin_interfaces::Time>(),
            "RIHS01_b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197");
  EXPECT_EQ(type_hash<std_msgs::Header>(),
            "RIHS01_f49fb3ae2cf070f793645ff749683ac6b06203e41c891e17701b1cb597ce6a01");
  EXPECT_EQ(type_hash<std_msgs::String>(),
            "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18");
  EXPECT_EQ(type_hash<rosgraph_msgs::Clock>(),
            "RIHS01_692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564");
  EXPECT_EQ(type_hash<sensor_msgs::JointState>(),
            "RIHS01_a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e");
  EXPECT_EQ(type_hash<sensor_msgs::CameraInfo>(),
            "RIHS01_b3dfd68ff46c9d56c80fd3bd4ed22c7a4ddce8c8348f2f59c299e73118e7e275");
  EXPECT_EQ(type_hash<geometry_msgs::PoseStamped>(),
            "RIHS01_10f3786d7d40fd2b54367835614bff85d4ad3b5dab62bf8bca0cc232d73b4cd8");
  EXPECT_EQ(type_hash<geometry_msgs::TwistStamped>(),
            "RIHS01_5f0fcd4f81d5d06ad9b4c4c63e3ea51b82d6ae4d0558f1d475229b1121db6f64");
  EXPECT_EQ(type_hash<geometry_msgs::PoseWithCovarianceStamped>(),
            "RIHS01_26432f9803e43727d3c8f668d1fdb3c630f548af631e2f4e31382371bfea3b6e");
  EXPECT_EQ(type_hash<geometry_msgs::TwistWithCovarianceStamped>(),
            "RIHS01_77b67434531e6529b7a0091357b186b6ebdb17fd9ffd3e0c7ce9d3fb11a44563");
  EXPECT_EQ(type_hash<diagnostic_msgs::KeyValue>(),
            "RIHS01_d68081eaa540288c5440753baecef0c4e16e81a5f78ad68902ded5100413bb42");
}

/// As logs of Jazzy and other programs' tables of its installed descriptions tell them.
TEST(TypeHash, IsThatOfThePublishedFramesPicturesAndDiagnostics) {
  EXPECT_EQ(type_hash<tf2_msgs::TFMessage>(),
            "RIHS01_e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087");
  EXPECT_EQ(type_hash<geometry_msgs::Twist>(),
            "RIHS01_9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a");
  EXPECT_EQ(type_hash<sensor_msgs::CompressedImage>(),
            "RIHS01_15640771531571185e2efc8a100baf923961a4d15d5569652e6cb6691e8e371a");
  EXPECT_EQ(type_hash<sensor_msgs::Image>(),
            "RIHS01_d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47");
  EXPECT_EQ(type_hash<rcl_interfaces::Log>(),
            "RIHS01_e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac");
  EXPECT_EQ(type_hash<diagnostic_msgs::DiagnosticArray>(),
            "RIHS01_5a8a36efb05fb25070fa0fb3810290c0e6cd4862b54a8fb975a1ee8dc55a333e");
}

TEST(TypeHash, IsThatOfThePublishedServiceAndOfTheListOfNodes) {
  EXPECT_EQ(service_hash("std_srvs/srv/Trigger", "", "bool success\nstring message"),
            "RIHS01_eeff2cd6fa5ad9d27cdf4dec64818317839b62f212a91e6b5304b634b2062c5f");
  EXPECT_EQ(node_graph_hash(), "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e");
}

/// No published value was found: REP 2011's rule, computed apart with Python's json and hashlib.
TEST(TypeHash, OfAJogIsAsTheRuleSays) {
  EXPECT_EQ(type_hash<control_msgs::JointJog>(),
            "RIHS01_ba249455a20f70168a1acb7bf43b776b72ff1f7eb5fc4cfea443f749e963c6e7");
}

TEST(TypeHash, DescribesArraysSequencesAndEmptyTypes) {
  EXPECT_EQ(type_description("a_msgs/msg/Empty", ""),
            R"({"type_description": {"type_name": "a_msgs/msg/Empty", "fields": [{"name": )"
            R"("structure_needs_at_least_one_member", "type": {"type_id": 3, "capacity": 0, )"
            R"("string_capacity": 0, "nested_type_name": ""}}]}, "referenced_type_descriptions": []})");
  const std::string text = type_description("a_msgs/msg/A", "float64[36] c\nuint8 K=1\nbyte[] d\n");
  EXPECT_NE(text.find(R"("type_id": 59, "capacity": 36)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("type_id": 160, "capacity": 0)"), std::string::npos) << text;
  EXPECT_EQ(text.find("K"), std::string::npos) << text;
}

}  // namespace
}  // namespace freefloat::ros
