#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace freefloat::ros {

/// Of a participant, reader or writer in the DDS network: prefix 12 bytes, entity 4 bytes.
using DdsGuid = std::array<std::uint8_t, 16>;

/// A node, and what of its participant's readers and writers belong to it: by this `ros2 node list` and
/// `ros2 node info` know it, and `ros2 topic info` whose a writer is.
struct NodeGraph {
  DdsGuid participant{};
  std::string name_space;  ///< `/lab`; `/`: none
  std::string name;
  std::vector<DdsGuid> readers;
  std::vector<DdsGuid> writers;
};

/// The topic on which every participant of ROS 2 tells its nodes; no prefix stands before it.
inline constexpr const char* kGraphTopic = "ros_discovery_info";
inline constexpr const char* kGraphType = "rmw_dds_common/msg/ParticipantEntitiesInfo";

/// @return CDR message of `kGraphType` as ROS 2 Iron and later define it. Humble and earlier have longer
/// identifiers and do not read it.
std::vector<std::uint8_t> encode_node_graph(const NodeGraph& node);

/// @return Its type hash.
std::string node_graph_hash();

}  // namespace freefloat::ros
