#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "mcap/byte_buffer.h"
#include "mcap/mcap_format.h"

namespace freefloat {

// What stands inside single MCAP records. Views point into the record. A function returns nothing when the
// content is no such record; `RecordRest::kNone` also demands that no byte is left over, which writers of
// later versions of the format may add but which betrays damage.

enum class RecordRest : std::uint8_t { kAllowed, kNone };

using RecordBytes = std::span<const std::uint8_t>;

struct McapChunkRecord {
  std::uint64_t first_ns = 0;
  std::uint64_t last_ns = 0;
  std::uint64_t size = 0;  ///< of the records when unpacked, bytes
  std::uint32_t crc = 0;   ///< over the unpacked records; 0: none
  std::string_view compression;
  RecordBytes stored;

  static auto parts(auto& c) {
    return std::tie(c.first_ns, c.last_ns, c.size, c.crc, c.compression, c.stored);
  }
};

struct McapMessageRecord {
  std::uint16_t channel_id = 0;
  std::uint32_t sequence = 0;
  std::uint64_t log_time_ns = 0;
  std::uint64_t publish_time_ns = 0;
  RecordBytes data;  ///< to the record's end; not one of the parts

  static auto parts(auto& m) { return std::tie(m.channel_id, m.sequence, m.log_time_ns, m.publish_time_ns); }
};

struct McapAttachmentRecord {
  std::uint64_t log_time_ns = 0, create_time_ns = 0;
  std::string_view name, media_type;
  RecordBytes data;
  std::uint32_t crc = 0;  ///< over all before it; 0: none

  static auto parts(auto& a) {
    return std::tie(a.log_time_ns, a.create_time_ns, a.name, a.media_type, a.data, a.crc);
  }
};

struct McapHeaderRecord {
  std::string_view profile;
  std::string_view library;

  static auto parts(auto& header) { return std::tie(header.profile, header.library); }
};

// Parts of records: numbers, texts and bytes behind their length, maps.

void put_part(ByteBuffer& out, Number auto value) {
  out.put(value);
}
inline void put_part(ByteBuffer& out, std::string_view text) {
  out.put_text(text);
}
void put_part(ByteBuffer& out, RecordBytes bytes);
void put_part(ByteBuffer& out, const McapTextMap& map);

void take_part(ByteView& in, Number auto& value) {
  value = in.take<std::remove_reference_t<decltype(value)>>();
}
void take_part(ByteView& in, std::string& text);
void take_part(ByteView& in, std::string_view& text);
void take_part(ByteView& in, RecordBytes& bytes);
/// Marks `in` as failed where the map does not fill its length exactly.
void take_part(ByteView& in, McapTextMap& map);

/// Begins a record with these parts. @return Where it begins, for `end_record`.
std::size_t begin_record(ByteBuffer& out, McapOpcode opcode, const auto&... parts) {
  const std::size_t begin = out.size();
  out.put(static_cast<std::uint8_t>(opcode));
  out.put<std::uint64_t>(0);
  (put_part(out, parts), ...);
  return begin;
}

/// Ends it: its length is known now.
inline void end_record(ByteBuffer& out, std::size_t begin) {
  out.patch(begin + 1, static_cast<std::uint64_t>(out.size() - begin - kMcapRecordHeaderBytes));
}

/// A whole record.
void put_record(ByteBuffer& out, McapOpcode opcode, const auto&... parts) {
  end_record(out, begin_record(out, opcode, parts...));
}

/// @tparam T Any of those above, McapSchema, McapChannel or McapMetadata.
template <class T>
std::optional<T> parse(RecordBytes content, RecordRest rest = RecordRest::kAllowed) {
  ByteView in(content);
  T record;
  std::apply([&](auto&... parts) { (take_part(in, parts), ...); }, T::parts(record));
  const bool whole = !in.failed() && (rest == RecordRest::kAllowed || in.remaining() == 0);
  return whole ? std::optional<T>(std::move(record)) : std::nullopt;
}

/// With its data.
std::optional<McapMessageRecord> parse_message(RecordBytes content);

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
