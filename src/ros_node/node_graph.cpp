#include "ros_node/node_graph.h"

#include "mcap/cdr.h"
#include "ros_node/type_hash.h"

namespace freefloat::ros {
namespace {

// Bounds of texts and identifiers, which have no form in our own messages.
constexpr const char* kGraphDefinition =
    "rmw_dds_common/Gid gid\n"
    "rmw_dds_common/NodeEntitiesInfo[] node_entities_info_seq\n"
    "================================================================================\n"
    "MSG: rmw_dds_common/Gid\n"
    "char[16] data\n"
    "================================================================================\n"
    "MSG: rmw_dds_common/NodeEntitiesInfo\n"
    "string<=256 node_namespace\n"
    "string<=256 node_name\n"
    "rmw_dds_common/Gid[] reader_gid_seq\n"
    "rmw_dds_common/Gid[] writer_gid_seq\n";

void put_guid(CdrWriter& out, const DdsGuid& guid) {
  for (const std::uint8_t byte : guid) out.put(byte);
}

void put_guids(CdrWriter& out, const std::vector<DdsGuid>& guids) {
  out.put_length(guids.size());
  for (const DdsGuid& guid : guids) put_guid(out, guid);
}

}  // namespace

std::vector<std::uint8_t> encode_node_graph(const NodeGraph& node) {
  CdrWriter out;
  put_guid(out, node.participant);
  out.put_length(1);
  out.put_text(node.name_space);
  out.put_text(node.name);
  put_guids(out, node.readers);
  put_guids(out, node.writers);
  return {out.bytes().begin(), out.bytes().end()};
}

std::string node_graph_hash() {
  return type_hash(kGraphType, kGraphDefinition);
}

}  // namespace freefloat::ros
