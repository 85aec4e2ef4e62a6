#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcap/byte_buffer.h"
#include "mcap/mcap_format.h"

namespace freefloat {

// What stands inside single MCAP records. Views point into the record. A function returns nothing when the
// content is no such record; `RecordRest::kNone` also demands that no byte is left over, which writers of
// later versions of the format may add but which betrays damage.

enum class RecordRest : std::uint8_t { kAllowed, kNone };

struct McapChunkRecord {
  std::uint64_t first_ns = 0;
  std::uint64_t last_ns = 0;
  std::uint64_t size = 0;  ///< of the records when unpacked, bytes
  std::uint32_t crc = 0;   ///< over the unpacked records; 0: none
  std::string_view compression;
  std::span<const std::uint8_t> stored;
};

struct McapMessageRecord {
  std::uint16_t channel_id = 0;
  std::uint32_t sequence = 0;
  std::uint64_t log_time_ns = 0;
  std::uint64_t publish_time_ns = 0;
  std::span<const std::uint8_t> data;
};

struct McapHeaderRecord {
  std::string_view profile;
  std::string_view library;
};

using RecordBytes = std::span<const std::uint8_t>;

/// Begins a record. @return Where it begins, for `end_record`.
inline std::size_t begin_record(ByteBuffer& out, McapOpcode opcode) {
  const std::size_t begin = out.size();
  out.put(static_cast<std::uint8_t>(opcode));
  out.put<std::uint64_t>(0);
  return begin;
}

/// Ends it: its length is known now.
inline void end_record(ByteBuffer& out, std::size_t begin) {
  out.patch(begin + 1, static_cast<std::uint64_t>(out.size() - begin - kMcapRecordHeaderBytes));
}

std::optional<McapHeaderRecord> parse_header(RecordBytes content, RecordRest rest = RecordRest::kAllowed);
std::optional<McapSchema> parse_schema(RecordBytes content, RecordRest rest = RecordRest::kAllowed);
std::optional<McapChannel> parse_channel(RecordBytes content, RecordRest rest = RecordRest::kAllowed);
std::optional<McapMessageRecord> parse_message(RecordBytes content);
std::optional<McapChunkRecord> parse_chunk(RecordBytes content, RecordRest rest = RecordRest::kAllowed);
std::optional<McapMetadata> parse_metadata(RecordBytes content, RecordRest rest = RecordRest::kAllowed);

/// @return Nothing also when the attachment's checksum is wrong.
std::optional<McapAttachment> parse_attachment(RecordBytes content, RecordRest rest = RecordRest::kAllowed);

/// The records of a chunk.
struct UnpackedChunk {
  RecordBytes records;      ///< in `memory` or in the chunk itself
  std::string_view damage;  ///< why there are none; empty: all is well, the checksum is right
};

/// @param memory Used for the unpacked bytes, kept from chunk to chunk.
UnpackedChunk unpack_chunk(const McapChunkRecord& chunk, std::vector<std::uint8_t>& memory);

/// @param stored The part of a chunk's compressed bytes that is there, from their beginning.
/// @return As many of the chunk's bytes as can be unpacked from it; no checksum covers them.
RecordBytes unpack_beginning(std::string_view compression, RecordBytes stored,
                             std::vector<std::uint8_t>& memory);

/// Splits `records` into records.
/// @param handle Called with opcode and content of each whole one.
/// @return False when the bytes end inside a record.
template <class Handle>
bool for_each_record(RecordBytes records, Handle&& handle) {
  ByteView in(records);
  while (in.remaining() > 0) {
    const auto opcode = static_cast<McapOpcode>(in.take<std::uint8_t>());
    const auto content = in.take_bytes(in.take<std::uint64_t>());
    if (in.failed()) return false;
    handle(opcode, content);
  }
  return true;
}

}  // namespace freefloat
