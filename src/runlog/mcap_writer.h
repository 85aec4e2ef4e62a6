#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "runlog/byte_buffer.h"
#include "runlog/log_file.h"
#include "runlog/mcap_format.h"

namespace freefloat {

struct McapWriterOptions {
  std::string profile = "ros2";
  std::string library;                            ///< who wrote the file
  bool replace_existing = false;                  ///< false: an existing file is left alone and opening fails
  std::size_t chunk_bytes = 64 * 1024;            ///< a chunk is closed before it would grow beyond
  std::uint64_t chunk_duration_ns = 200'000'000;  ///< a chunk holds messages of less log time than this
  int compression_level = -3;  ///< of zstd; sensor noise compresses by 7 % less than at 1, in half the time
};

/// Writes one MCAP file: chunked, compressed, indexed, with checksums. The bytes depend on the calls alone,
/// never on wall time. After a write error everything goes on without effect on the caller; the file then
/// ends after a whole record and `error` tells why.
class McapWriter {
 public:
  static tl::expected<McapWriter, std::string> create(const std::string& path,
                                                      const McapWriterOptions& options);

  // Schemas and channels are all added before the first message. They stand in the file three times: before
  // the chunks, in the first chunk under its checksum, and in the summary under its own.

  /// @return The schema's number, from 1.
  std::uint16_t add_schema(std::string_view name, std::string_view text,
                           std::string_view encoding = "ros2msg");

  /// @return The channel's number, from 0.
  std::uint16_t add_channel(std::uint16_t schema_id, std::string_view topic, const McapTextMap& metadata,
                            std::string_view message_encoding = "cdr");

  /// @param time_ns Log and publish time.
  void write_message(std::uint16_t channel_id, std::uint32_t sequence, std::uint64_t time_ns,
                     std::span<const std::uint8_t> data) {
    write_message(channel_id, sequence, time_ns, time_ns, data);
  }
  void write_message(std::uint16_t channel_id, std::uint32_t sequence, std::uint64_t time_ns,
                     std::uint64_t publish_time_ns, std::span<const std::uint8_t> data);

  /// Ends the open chunk before it is full, for example to keep the chunks of a file that is copied.
  void close_chunk();

  void write_attachment(const McapAttachment& attachment);
  void write_metadata(const McapMetadata& metadata);

  /// Makes all closed chunks safe against a power cut.
  bool sync() { return file_.sync(); }

  /// Writes the last chunk, the summary and the end of the file. @return True when the file is complete.
  bool close();

  std::uint64_t bytes_written() const { return file_.size(); }
  std::uint64_t messages_lost() const { return messages_lost_; }
  /// errno of the last failure; 0: none.
  int error() const { return file_.error(); }
  /// What was written last is not in the file.
  bool failing() const { return file_.failing(); }

 private:
  struct Channel {
    std::uint64_t message_count = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> index;  ///< time and offset in the open chunk
  };
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  McapWriter(LogFile file, const McapWriterOptions& options);

  std::size_t begin_record(ByteBuffer& out, McapOpcode opcode);
  void end_record(ByteBuffer& out, std::size_t begin);
  bool append_record();
  void put_summary();

  LogFile file_;
  McapWriterOptions options_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> compressor_;
  ByteBuffer record_;  ///< the record being made
  ByteBuffer chunk_;   ///< records of the open chunk, not yet compressed
  std::uint64_t chunk_first_ns_ = 0, chunk_last_ns_ = 0, chunk_opened_ns_ = 0;
  std::uint64_t chunk_messages_ = 0;

  // What the summary repeats.
  ByteBuffer schemas_, channel_records_, chunk_indexes_, attachment_indexes_, metadata_indexes_;
  std::vector<Channel> channels_;
  std::uint16_t schema_count_ = 0;
  std::uint32_t chunk_count_ = 0, attachment_count_ = 0, metadata_count_ = 0;
  std::uint64_t message_count_ = 0, messages_lost_ = 0;
  std::uint64_t first_ns_ = 0, last_ns_ = 0;
};

}  // namespace freefloat
