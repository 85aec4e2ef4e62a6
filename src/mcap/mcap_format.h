#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace freefloat {

// The parts of the MCAP format, version 0, that writer and reader share. https://mcap.dev/spec
// What a record consists of, in the order of its bytes, is its `parts`.

inline constexpr std::array<std::uint8_t, 8> kMcapMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

/// First byte of a record; an 8-byte length of what follows comes next.
enum class McapOpcode : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kAttachment = 0x09,
  kAttachmentIndex = 0x0A,
  kStatistics = 0x0B,
  kMetadata = 0x0C,
  kMetadataIndex = 0x0D,
  kSummaryOffset = 0x0E,
  kDataEnd = 0x0F,
};

inline constexpr std::uint64_t kMcapRecordHeaderBytes = 9;
/// The footer's two offsets and its checksum.
inline constexpr std::uint64_t kMcapFooterBytes = 20;

using McapTextMap = std::map<std::string, std::string, std::less<>>;

/// @return The text behind a key; `otherwise` where there is none.
inline std::string text_in(const McapTextMap& map, std::string_view key, std::string_view otherwise = {}) {
  const auto found = map.find(key);
  return found == map.end() ? std::string(otherwise) : found->second;
}

struct McapSchema {
  std::uint16_t id = 0;
  std::string name;
  std::string encoding;
  std::string text;

  static auto parts(auto& schema) { return std::tie(schema.id, schema.name, schema.encoding, schema.text); }
};

struct McapChannel {
  std::uint16_t id = 0;
  std::uint16_t schema_id = 0;  ///< 0: none
  std::string topic;
  std::string message_encoding;
  McapTextMap metadata;

  static auto parts(auto& c) { return std::tie(c.id, c.schema_id, c.topic, c.message_encoding, c.metadata); }
};

/// Schemas and channels of a file by their numbers.
struct McapDefinitions {
  std::map<std::uint16_t, McapSchema> schemas;
  std::map<std::uint16_t, McapChannel> channels;
};

/// A file kept inside the log.
struct McapAttachment {
  std::string name;
  std::string media_type;
  std::string data;
  std::uint64_t log_time_ns = 0;
  std::uint64_t create_time_ns = 0;
};

/// A named list of keys and texts.
struct McapMetadata {
  std::string name;
  McapTextMap values;

  static auto parts(auto& metadata) { return std::tie(metadata.name, metadata.values); }
};

}  // namespace freefloat
