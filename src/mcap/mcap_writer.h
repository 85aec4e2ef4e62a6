#pragma once

#include <zstd.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "mcap/byte_buffer.h"
#include "mcap/log_file.h"
#include "mcap/mcap_format.h"
#include "mcap/mcap_summary.h"
#include "mcap/record_queue.h"

namespace freefloat {

struct McapWriterOptions {
  std::string profile = "ros2";
  std::string library;                            ///< who wrote the file
  bool replace_existing = false;                  ///< false: an existing file is left alone and opening fails
  std::size_t chunk_bytes = 64 * 1024;            ///< a chunk is closed before it would grow beyond
  std::uint64_t chunk_duration_ns = 200'000'000;  ///< a chunk holds messages of less log time than this
  std::size_t waiting_bytes = 32'000'000;  ///< of chunks that wait in memory while the file cannot be written
  int compression_level = -3;  ///< of zstd; sensor noise compresses by 7 % less than at 1, in half the time
};

/// Messages that are not in the file because it could not be written.
struct McapLoss {
  std::uint64_t first_ns = 0, last_ns = 0;        ///< log times of the first and the last
  std::map<std::string, std::uint64_t> messages;  ///< of each topic
  int error = 0;                                  ///< errno
};

/// Writes one MCAP file: chunked, compressed, indexed, with checksums. The bytes depend on the calls alone,
/// never on wall time. A write error has no effect on the caller: the file then ends after a whole record,
/// what is to be written waits until it can be, and `take_loss` tells of the messages for which there was no
/// place to wait. Schemas, channels, attachments and metadata are never given up.
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

  /// @return What was lost one after the other, once that has come to an end; nothing while it goes on.
  std::optional<McapLoss> take_loss();

  /// Ends the open chunk and tries for half a second to write what waits; messages that still cannot be
  /// written are lost. For `take_loss` before `close`, so that the file can tell of them.
  /// @return False when other records still wait.
  bool settle();

  void write_attachment(const McapAttachment& attachment);
  void write_metadata(const McapMetadata& metadata);

  /// Makes all closed chunks safe against a power cut; tries again what waits.
  bool sync();

  /// Writes the last chunk, the summary and the end of the file; a file that was removed is put back.
  /// @return True when the file holds everything that was written, and its end.
  bool close();

  const LogFile& file() const { return queue_.file(); }
  std::uint64_t bytes_written() const { return file().size(); }
  std::uint64_t messages_lost() const { return messages_lost_; }
  /// errno of the last failure; 0: none.
  int error() const { return file().error(); }
  /// What was written last is not in the file, or not safe there.
  bool failing() const { return queue_.failing() || losing_; }

 private:
  struct Channel {
    std::string topic;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> index;  ///< time and offset in the open chunk
  };
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  McapWriter(std::unique_ptr<LogFile> file, const McapWriterOptions& options);

  void put_compressed_chunk();
  void put_message_indexes();
  void put_index(McapOpcode opcode, const auto&... parts);
  bool submit();
  RecordQueue::Listener listener();
  void note_lost(const ChunkFacts& chunk);

  RecordQueue queue_;
  McapWriterOptions options_;
  std::unique_ptr<ZSTD_CCtx, FreeContext> compressor_;
  QueuedRecord record_;  ///< being made
  ByteBuffer chunk_;     ///< records of the open chunk, not yet compressed
  std::uint64_t chunk_first_ns_ = 0, chunk_last_ns_ = 0, chunk_opened_ns_ = 0;
  std::uint64_t chunk_messages_ = 0;
  bool schemas_in_a_chunk_ = false;
  bool losing_ = false;  ///< the newest chunk was lost
  std::optional<McapLoss> loss_;

  McapSummary summary_;
  std::vector<Channel> channels_;
  std::uint64_t messages_lost_ = 0;
};

}  // namespace freefloat
