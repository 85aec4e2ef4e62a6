#include "ros/type_hash.h"

#include <gtest/gtest.h>

#include "mcap/frame_messages.h"
#include "ros/ros_messages.h"

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
