#include "mcap/mcap_records.h"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "mcap/crc32.h"

namespace freefloat {
namespace {

/// Larger chunks than this are taken for damage: ours hold 64 KiB, those of other writers a few MiB.
constexpr std::uint64_t kMaxChunkBytes = 256ULL << 20U;

bool is_whole(const ByteView& in, RecordRest rest) {
  return !in.failed() && (rest == RecordRest::kAllowed || in.remaining() == 0);
}

/// Marks `in` as failed where the map does not fill its length exactly.
McapTextMap take_map(ByteView& in) {
  McapTextMap map;
  const std::uint64_t length = in.take<std::uint32_t>();
  ByteView entries(in.take_bytes(length));
  while (entries.remaining() > 0 && !entries.failed()) {
    std::string key(entries.take_text());
    map[std::move(key)] = entries.take_text();
  }
  if (entries.failed()) in.take_bytes(in.remaining() + 1);
  return map;
}

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Making a context costs more than unpacking a chunk.
ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

std::optional<McapHeaderRecord> parse_header(RecordBytes content, RecordRest rest) {
  ByteView in(content);
  McapHeaderRecord header;
  header.profile = in.take_text();
  header.library = in.take_text();
  return is_whole(in, rest) ? std::optional(header) : std::nullopt;
}

std::optional<McapSchema> parse_schema(RecordBytes content, RecordRest rest) {
  ByteView in(content);
  McapSchema schema;
  schema.id = in.take<std::uint16_t>();
  schema.name = in.take_text();
  schema.encoding = in.take_text();
  schema.text = in.take_text();
  return is_whole(in, rest) ? std::optional(std::move(schema)) : std::nullopt;
}

std::optional<McapChannel> parse_channel(RecordBytes content, RecordRest rest) {
  ByteView in(content);
  McapChannel channel;
  channel.id = in.take<std::uint16_t>();
  channel.schema_id = in.take<std::uint16_t>();
  channel.topic = in.take_text();
  channel.message_encoding = in.take_text();
  channel.metadata = take_map(in);
  return is_whole(in, rest) ? std::optional(std::move(channel)) : std::nullopt;
}

std::optional<McapMessageRecord> parse_message(RecordBytes content) {
  ByteView in(content);
  McapMessageRecord message;
  message.channel_id = in.take<std::uint16_t>();
  message.sequence = in.take<std::uint32_t>();
  message.log_time_ns = in.take<std::uint64_t>();
  message.publish_time_ns = in.take<std::uint64_t>();
  if (in.failed()) return std::nullopt;
  message.data = in.take_bytes(in.remaining());
  return message;
}

std::optional<McapChunkRecord> parse_chunk(RecordBytes content, RecordRest rest) {
  ByteView in(content);
  McapChunkRecord chunk;
  chunk.first_ns = in.take<std::uint64_t>();
  chunk.last_ns = in.take<std::uint64_t>();
  chunk.size = in.take<std::uint64_t>();
  chunk.crc = in.take<std::uint32_t>();
  chunk.compression = in.take_text();
  chunk.stored = in.take_bytes(in.take<std::uint64_t>());
  return is_whole(in, rest) ? std::optional(chunk) : std::nullopt;
}

std::optional<McapMetadata> parse_metadata(RecordBytes content, RecordRest rest) {
  ByteView in(content);
  McapMetadata metadata;
  metadata.name = in.take_text();
  metadata.values = take_map(in);
  return is_whole(in, rest) ? std::optional(std::move(metadata)) : std::nullopt;
}

std::optional<McapAttachment> parse_attachment(RecordBytes content, RecordRest rest) {
  ByteView in(content);
  McapAttachment attachment;
  attachment.log_time_ns = in.take<std::uint64_t>();
  attachment.create_time_ns = in.take<std::uint64_t>();
  attachment.name = in.take_text();
  attachment.media_type = in.take_text();
  const auto data = in.take_bytes(in.take<std::uint64_t>());
  const std::size_t covered = in.position();
  const auto crc = in.take<std::uint32_t>();
  if (!is_whole(in, rest) || (crc != 0 && crc32_of(content.first(covered)) != crc)) return std::nullopt;
  attachment.data.assign(reinterpret_cast<const char*>(data.data()), data.size());
  return attachment;
}

UnpackedChunk unpack_chunk(const McapChunkRecord& chunk, std::vector<std::uint8_t>& memory) {
  constexpr std::string_view kDamaged = "a damaged chunk";
  if (chunk.size > kMaxChunkBytes) return {{}, kDamaged};
  RecordBytes records = chunk.stored;
  if (chunk.compression == "zstd") {
    // The frame's own size is compared first: a damaged one must not decide how much memory is taken.
    if (ZSTD_getFrameContentSize(chunk.stored.data(), chunk.stored.size()) != chunk.size)
      return {{}, kDamaged};
    memory.resize(chunk.size);
    if (ZSTD_decompressDCtx(decompressor(), memory.data(), chunk.size, chunk.stored.data(),
                            chunk.stored.size()) != chunk.size) {
      return {{}, kDamaged};
    }
    records = memory;
  } else if (!chunk.compression.empty()) {
    return {{}, "a chunk whose compression is not supported (only zstd is)"};
  } else if (chunk.stored.size() != chunk.size) {
    return {{}, kDamaged};
  }
  if (chunk.crc != 0 && crc32_of(records) != chunk.crc) return {{}, "a chunk with a wrong checksum"};
  return {records, {}};
}

RecordBytes unpack_beginning(std::string_view compression, RecordBytes stored,
                             std::vector<std::uint8_t>& memory) {
  if (compression.empty()) return stored;
  if (compression != "zstd") return {};
  ZSTD_DCtx_reset(decompressor(), ZSTD_reset_session_only);
  memory.resize(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{stored.data(), stored.size(), 0};
  std::size_t done = 0;
  for (;;) {
    ZSTD_outBuffer out{memory.data(), memory.size(), done};
    const std::size_t answer = ZSTD_decompressStream(decompressor(), &out, &in);
    const bool stuck = out.pos == done && in.pos == in.size;
    done = out.pos;
    if (ZSTD_isError(answer) != 0U || answer == 0 || stuck || memory.size() >= kMaxChunkBytes) break;
    if (out.pos == out.size) memory.resize(2 * memory.size());
  }
  return RecordBytes(memory).first(done);
}

}  // namespace freefloat
