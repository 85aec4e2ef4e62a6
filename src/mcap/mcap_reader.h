#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <tl/expected.hpp>

#include "mcap/mcap_format.h"

namespace freefloat {

struct McapSchema {
  std::string name;
  std::string encoding;
  std::string text;
};

struct McapChannel {
  std::uint16_t id = 0;
  std::string topic;
  std::string message_encoding;
  McapTextMap metadata;
  McapSchema schema;
};

/// One message; everything is valid only during the call that hands it over.
struct McapMessage {
  const McapChannel& channel;
  std::uint32_t sequence = 0;
  std::uint64_t log_time_ns = 0;
  std::uint64_t publish_time_ns = 0;
  std::span<const std::uint8_t> data;
};

/// What is to be called for the parts of a file, in the order of the file. Empty ones are skipped.
struct McapHandlers {
  std::function<void(const McapMessage&)> on_message;
  std::function<void(const McapAttachment&)> on_attachment;
  std::function<void(const McapMetadata&)> on_metadata;
  /// Whether a chunk is to be read, by the log times of its messages, ns; a chunk that is not wanted is
  /// skipped unchecked. The first chunk is always read, since it holds the schemas.
  std::function<bool(std::uint64_t first_ns, std::uint64_t last_ns)> wants_chunk;
};

/// How far a file could be read.
struct McapReadResult {
  std::string profile;
  std::string library;
  bool complete = false;  ///< closed properly, nothing damaged, all checksums right
  std::string problem;    ///< the first thing wrong, with its byte position; empty: none
  std::uint64_t message_count = 0;
  std::uint64_t chunk_count = 0;     ///< read
  std::uint64_t damaged_chunks = 0;  ///< left out
  std::uint64_t whole_bytes = 0;     ///< length of the file's part that consists of whole records
};

/// Reads a whole MCAP file in one pass, one chunk in memory at a time; needs no summary, so that a cut file
/// reads up to its last whole record. Never fails on damaged content: the result tells what was wrong.
/// @return How far it came; an error when the file cannot be opened or is no MCAP file at all.
tl::expected<McapReadResult, std::string> read_mcap(const std::string& path, const McapHandlers& handlers);

}  // namespace freefloat
