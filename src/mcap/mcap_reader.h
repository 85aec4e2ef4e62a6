#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "mcap/byte_buffer.h"
#include "mcap/mcap_records.h"

namespace freefloat {

/// One message; valid until the reader goes on.
struct McapMessage {
  const McapChannel& channel;
  const McapSchema& schema;  ///< of the channel; empty: it has none
  std::uint32_t sequence = 0;
  std::uint64_t log_time_ns = 0;
  std::uint64_t publish_time_ns = 0;
  std::span<const std::uint8_t> data;
};

/// What a reader hands over.
using McapItem = std::variant<McapMessage, McapAttachment, McapMetadata>;

/// How far a file could be read.
struct McapReadResult {
  std::string profile;
  std::string library;
  bool complete = false;  ///< closed properly, nothing damaged, all checksums right
  std::string problem;    ///< the first thing wrong, with its byte position; empty: none
  std::uint64_t message_count = 0;
  std::uint64_t chunk_count = 0;     ///< read
  std::uint64_t damaged_chunks = 0;  ///< left out
  std::uint64_t skipped_chunks = 0;  ///< see `skip_before`
  std::uint64_t whole_bytes = 0;     ///< length of the file's part that consists of whole records
};

/// Reads an MCAP file in one pass, one chunk in memory at a time; needs no summary, so that a cut file reads
/// up to its last whole record. Never fails on damaged content: the result tells what was wrong.
class McapReader {
 public:
  /// @return An error when the file cannot be opened or is no MCAP file at all.
  static tl::expected<McapReader, std::string> open(const std::string& path);

  /// @return What comes next in the file, valid until the next call; null: there is no more.
  const McapItem* next();

  /// From now on chunks that hold nothing from this log time on are skipped unchecked; never the first, which
  /// holds the schemas.
  void skip_before(std::uint64_t log_time_ns) { wanted_from_ns_ = log_time_ns; }

  /// So far; whole after the last item.
  const McapReadResult& result() const { return result_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  McapReader() = default;

  bool read(std::span<std::uint8_t> to);
  void report(const std::string& what);
  void read_record();
  void read_chunk_record();
  void handle_record(McapOpcode opcode, RecordBytes content);
  void handle_message(RecordBytes content);
  void handle_chunk(RecordBytes content);
  void handle_data_end(ByteView in);
  void handle_footer(RecordBytes content);

  std::unique_ptr<std::FILE, CloseFile> file_;
  std::uint64_t file_size_ = 0;
  McapReadResult result_;
  std::uint64_t position_ = 0;   ///< bytes read
  std::uint64_t record_at_ = 0;  ///< start of the record in hand
  std::uint64_t wanted_from_ns_ = 0;
  std::uint32_t data_crc_ = 0, summary_crc_ = 0;
  bool in_summary_ = false, done_ = false;
  std::vector<std::uint8_t> content_, unpacked_;
  ByteView chunk_{{}};  ///< what is left of the chunk in hand
  McapDefinitions definitions_;
  std::optional<McapItem> item_;
};

}  // namespace freefloat
