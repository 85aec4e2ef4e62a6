#include "mcap/mcap_records.h"

#include <zstd.h>

#include <memory>
#include <utility>

#include "mcap/crc32.h"

namespace freefloat {
namespace {

/// Larger chunks than this are taken for damage: ours hold 64 KiB, those of other writers a few MiB.
constexpr std::uint64_t kMaxChunkBytes = 256ULL << 20U;

constexpr std::size_t kMessagePartsBytes = 22;

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Making a context costs more than unpacking a chunk.
ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

void put_part(ByteBuffer& out, RecordBytes bytes) {
  out.put(std::uint64_t{bytes.size()});
  out.put_bytes(bytes);
}

void put_part(ByteBuffer& out, const McapTextMap& map) {
  const std::size_t length_at = out.size();
  out.put<std::uint32_t>(0);
  for (const auto& [key, value] : map) {
    out.put_text(key);
    out.put_text(value);
  }
  out.patch(length_at, static_cast<std::uint32_t>(out.size() - length_at - sizeof(std::uint32_t)));
}

void take_part(ByteView& in, std::string& text) {
  text = in.take_text();
}

void take_part(ByteView& in, std::string_view& text) {
  text = in.take_text();
}

void take_part(ByteView& in, RecordBytes& bytes) {
  bytes = in.take_bytes(in.take<std::uint64_t>());
}

void take_part(ByteView& in, McapTextMap& map) {
  const std::uint64_t length = in.take<std::uint32_t>();
  ByteView entries(in.take_bytes(length));
  while (entries.remaining() > 0 && !entries.failed()) {
    std::string key(entries.take_text());
    map[std::move(key)] = entries.take_text();
  }
  if (entries.failed()) in.take_bytes(in.remaining() + 1);
}

std::optional<McapMessageRecord> parse_message(RecordBytes content) {
  auto message = parse<McapMessageRecord>(content);
  if (message) message->data = content.subspan(kMessagePartsBytes);
  return message;
}

std::optional<McapAttachment> parse_attachment(RecordBytes content, RecordRest rest) {
  const auto record = parse<McapAttachmentRecord>(content, rest);
  if (!record) return std::nullopt;
  const std::size_t covered = record->data.data() + record->data.size() - content.data();
  if (record->crc != 0 && crc32_of(content.first(covered)) != record->crc) return std::nullopt;
  return McapAttachment{std::string(record->name),
                        std::string(record->media_type),
                        {reinterpret_cast<const char*>(record->data.data()), record->data.size()},
                        record->log_time_ns,
                        record->create_time_ns};
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
