#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mcap/byte_buffer.h"
#include "mcap/record_queue.h"

namespace freefloat {

/// What the end of an MCAP file repeats of the records in it.
class McapSummary {
 public:
  void add_schema(std::span<const std::uint8_t> record);
  void add_channel(std::span<const std::uint8_t> record);

  /// A record that stands in the file now.
  void add(const QueuedRecord& record);

  /// Schemas and channels, one record after the other.
  void put_definitions(ByteBuffer& out) const;

  /// Appends the summary and the end of the file.
  /// @param file_offset Of the first byte of `out` in the file.
  void put(ByteBuffer& out, std::uint64_t file_offset) const;

  std::uint16_t schema_count() const { return schema_count_; }

 private:
  void put_statistics(ByteBuffer& out) const;

  ByteBuffer schemas_, channels_, chunk_indexes_, attachment_indexes_, metadata_indexes_;
  std::uint16_t schema_count_ = 0;
  std::vector<std::uint64_t> channel_messages_;
  std::uint32_t chunk_count_ = 0, attachment_count_ = 0, metadata_count_ = 0;
  std::uint64_t message_count_ = 0;
  std::uint64_t first_ns_ = 0, last_ns_ = 0;
};

}  // namespace freefloat
