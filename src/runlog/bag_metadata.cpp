#include "runlog/bag_metadata.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "mcap/mcap_reader.h"

namespace freefloat {
namespace {

struct TopicCount {
  std::string type;
  std::string encoding;
  std::string qos;
  std::uint64_t messages = 0;
};

struct BagCount {
  std::map<std::string, TopicCount> topics;
  std::uint64_t messages = 0;
  std::uint64_t first_ns = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last_ns = 0;
};

BagCount count(McapReader& reader) {
  BagCount bag;
  while (const McapItem* item = reader.next()) {
    const auto* message = std::get_if<McapMessage>(item);
    if (message == nullptr) continue;
    TopicCount& topic = bag.topics[message->channel.topic];
    if (topic.messages++ == 0) {
      topic.type = message->schema.name;
      topic.encoding = message->channel.message_encoding;
      const auto qos = message->channel.metadata.find("offered_qos_profiles");
      if (qos != message->channel.metadata.end()) topic.qos = qos->second;
    }
    ++bag.messages;
    bag.first_ns = std::min(bag.first_ns, message->log_time_ns);
    bag.last_ns = std::max(bag.last_ns, message->log_time_ns);
  }
  if (bag.messages == 0) bag.first_ns = 0;
  return bag;
}

/// @return As YAML in double quotes.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

void write_span(std::ostream& out, const char* indent, const BagCount& bag) {
  out << indent << "duration:\n"
      << indent << "  nanoseconds: " << bag.last_ns - bag.first_ns << "\n"
      << indent << "starting_time:\n"
      << indent << "  nanoseconds_since_epoch: " << bag.first_ns << "\n"
      << indent << "message_count: " << bag.messages << "\n";
}

}  // namespace

tl::expected<std::string, std::string> bag_metadata(const std::string& log) {
  auto reader = McapReader::open(log);
  if (!reader) return tl::make_unexpected(reader.error());
  const BagCount bag = count(*reader);
  const std::string file = quoted(std::filesystem::path(log).filename().string());
  std::ostringstream out;
  out << "rosbag2_bagfile_information:\n  version: 5\n  storage_identifier: mcap\n";
  write_span(out, "  ", bag);
  out << "  topics_with_message_count:\n";
  for (const auto& [name, topic] : bag.topics) {
    out << "    - topic_metadata:\n        name: " << quoted(name) << "\n        type: " << quoted(topic.type)
        << "\n        serialization_format: " << quoted(topic.encoding)
        << "\n        offered_qos_profiles: " << quoted(topic.qos)
        << "\n      message_count: " << topic.messages << "\n";
  }
  out << "  compression_format: \"\"\n  compression_mode: \"\"\n  relative_file_paths:\n    - " << file
      << "\n  files:\n    - path: " << file << "\n";
  write_span(out, "      ", bag);
  return out.str();
}

tl::expected<std::string, std::string> write_bag_metadata(const std::string& log) {
  auto text = bag_metadata(log);
  if (!text) return text;
  const std::string path = (std::filesystem::path(log).parent_path() / "metadata.yaml").string();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << *text;
  file.close();
  if (!file) return tl::make_unexpected(path + " could not be written: " + std::strerror(errno));
  return path;
}

}  // namespace freefloat
