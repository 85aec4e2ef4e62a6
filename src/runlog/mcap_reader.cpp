#include "runlog/mcap_reader.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "runlog/byte_buffer.h"
#include "runlog/crc32.h"

namespace freefloat {
namespace {

/// Larger chunks than this are taken for damage: ours hold 64 KiB, those of other writers a few MiB.
constexpr std::uint64_t kMaxChunkBytes = 256ULL << 20U;

McapTextMap take_map(ByteView& in) {
  McapTextMap map;
  const std::uint64_t length = in.take<std::uint32_t>();
  ByteView entries(in.take_bytes(length));
  while (entries.remaining() > 0 && !entries.failed()) {
    std::string key(entries.take_text());
    map[std::move(key)] = entries.take_text();
  }
  return map;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// One pass over a file.
class Pass {
 public:
  Pass(std::FILE* file, std::uint64_t size, const McapHandlers& handlers)
      : file_(file), file_size_(size), handlers_(handlers) {}

  bool read_magic() {
    std::array<std::uint8_t, kMcapMagic.size()> magic{};
    if (!read(magic) || magic != kMcapMagic) return false;
    data_crc_ = crc32_of(magic);
    return true;
  }

  McapReadResult run();

 private:
  bool read(std::span<std::uint8_t> to) {
    if (std::fread(to.data(), 1, to.size(), file_) != to.size()) return false;
    position_ += to.size();
    return true;
  }

  void report(const std::string& what) {
    if (result_.problem.empty()) result_.problem = what + " at byte " + std::to_string(record_at_);
  }

  void handle_record(McapOpcode opcode, std::span<const std::uint8_t> content);
  void handle_schema(ByteView in);
  void handle_channel(ByteView in);
  void handle_message(ByteView in);
  void handle_chunk(ByteView in);
  void handle_chunk_records(std::span<const std::uint8_t> records);
  void handle_attachment(std::span<const std::uint8_t> content);
  void handle_metadata(ByteView in);
  void handle_data_end(ByteView in);
  void handle_footer(std::span<const std::uint8_t> content);

  std::FILE* file_;
  std::uint64_t file_size_;
  const McapHandlers& handlers_;
  McapReadResult result_;
  std::uint64_t position_ = 0;   ///< bytes read
  std::uint64_t record_at_ = 0;  ///< start of the record in hand
  std::uint32_t data_crc_ = 0, summary_crc_ = 0;
  bool in_summary_ = false, done_ = false;
  std::vector<std::uint8_t> content_, records_;
  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
};

McapReadResult Pass::run() {
  while (!done_) {
    record_at_ = position_;
    result_.whole_bytes = position_;
    std::array<std::uint8_t, kMcapRecordHeaderBytes> header{};
    if (file_size_ - position_ < header.size() || !read(header)) {
      report("the file ends without a footer");
      break;
    }
    const auto opcode = static_cast<McapOpcode>(header[0]);
    std::uint64_t length = 0;
    std::memcpy(&length, header.data() + 1, sizeof length);
    if (header[0] == 0 || length > file_size_ - position_) {
      report(header[0] == 0 ? "no record" : "the file ends inside a record");
      break;
    }
    content_.resize(length);
    if (!read(content_)) {
      report("the file cannot be read");
      break;
    }
    if (opcode == McapOpcode::kDataEnd) {
      handle_data_end(ByteView(content_));
      continue;
    }
    std::uint32_t& crc = in_summary_ ? summary_crc_ : data_crc_;
    if (opcode != McapOpcode::kFooter) crc = crc32_of(content_, crc32_of(header, crc));
    if (opcode == McapOpcode::kFooter) summary_crc_ = crc32_of(header, summary_crc_);
    handle_record(opcode, content_);
  }
  return result_;
}

void Pass::handle_record(McapOpcode opcode, std::span<const std::uint8_t> content) {
  switch (opcode) {
    case McapOpcode::kHeader: {
      ByteView in(content);
      result_.profile = in.take_text();
      result_.library = in.take_text();
      break;
    }
    case McapOpcode::kSchema:
      handle_schema(ByteView(content));
      break;
    case McapOpcode::kChannel:
      handle_channel(ByteView(content));
      break;
    case McapOpcode::kMessage:
      handle_message(ByteView(content));
      break;
    case McapOpcode::kChunk:
      handle_chunk(ByteView(content));
      break;
    case McapOpcode::kAttachment:
      handle_attachment(content);
      break;
    case McapOpcode::kMetadata:
      handle_metadata(ByteView(content));
      break;
    case McapOpcode::kFooter:
      handle_footer(content);
      break;
    default:
      break;  // indexes, which a pass over everything does not need, and records of later versions
  }
}

void Pass::handle_schema(ByteView in) {
  const auto id = in.take<std::uint16_t>();
  McapSchema schema;
  schema.name = in.take_text();
  schema.encoding = in.take_text();
  schema.text = in.take_text();
  if (in.failed()) return report("a damaged schema");
  schemas_.emplace(id, std::move(schema));
}

void Pass::handle_channel(ByteView in) {
  McapChannel channel;
  channel.id = in.take<std::uint16_t>();
  const auto schema_id = in.take<std::uint16_t>();
  channel.topic = in.take_text();
  channel.message_encoding = in.take_text();
  channel.metadata = take_map(in);
  if (in.failed()) return report("a damaged channel");
  if (const auto schema = schemas_.find(schema_id); schema != schemas_.end()) channel.schema = schema->second;
  channels_.emplace(channel.id, std::move(channel));
}

void Pass::handle_message(ByteView in) {
  const auto id = in.take<std::uint16_t>();
  const auto sequence = in.take<std::uint32_t>();
  const auto log_time = in.take<std::uint64_t>();
  const auto publish_time = in.take<std::uint64_t>();
  const auto channel = channels_.find(id);
  if (in.failed() || channel == channels_.end()) return report("a message that is damaged or has no channel");
  ++result_.message_count;
  if (!handlers_.on_message) return;
  handlers_.on_message({channel->second, sequence, log_time, publish_time, in.take_bytes(in.remaining())});
}

void Pass::handle_chunk(ByteView in) {
  in.take_bytes(2 * sizeof(std::uint64_t));  // first and last time
  const auto size = in.take<std::uint64_t>();
  const auto crc = in.take<std::uint32_t>();
  const std::string_view compression = in.take_text();
  const auto stored = in.take_bytes(in.take<std::uint64_t>());
  const auto refuse = [&](const std::string& why) {
    ++result_.damaged_chunks;
    report(why);
  };
  if (in.failed() || size > kMaxChunkBytes) return refuse("a damaged chunk");
  std::span<const std::uint8_t> records = stored;
  if (compression == "zstd") {
    // The frame's own size is compared first: a damaged one must not decide how much memory is taken.
    if (ZSTD_getFrameContentSize(stored.data(), stored.size()) != size) return refuse("a damaged chunk");
    records_.resize(size);
    if (ZSTD_decompress(records_.data(), size, stored.data(), stored.size()) != size) {
      return refuse("a damaged chunk");
    }
    records = records_;
  } else if (!compression.empty() || stored.size() != size) {
    return refuse("a chunk compressed with '" + std::string(compression.substr(0, 20)) +
                  "', which is not supported,");
  }
  if (crc != 0 && crc32_of(records) != crc) return refuse("a chunk with a wrong checksum");
  ++result_.chunk_count;
  handle_chunk_records(records);
}

void Pass::handle_chunk_records(std::span<const std::uint8_t> records) {
  ByteView in(records);
  while (in.remaining() > 0) {
    const auto opcode = static_cast<McapOpcode>(in.take<std::uint8_t>());
    const auto content = in.take_bytes(in.take<std::uint64_t>());
    if (in.failed()) return report("a damaged record inside the chunk");
    if (opcode == McapOpcode::kMessage) handle_message(ByteView(content));
    if (opcode == McapOpcode::kSchema) handle_schema(ByteView(content));
    if (opcode == McapOpcode::kChannel) handle_channel(ByteView(content));
  }
}

void Pass::handle_attachment(std::span<const std::uint8_t> content) {
  ByteView in(content);
  McapAttachment attachment;
  attachment.log_time_ns = in.take<std::uint64_t>();
  attachment.create_time_ns = in.take<std::uint64_t>();
  attachment.name = in.take_text();
  attachment.media_type = in.take_text();
  const auto data = in.take_bytes(in.take<std::uint64_t>());
  const std::size_t covered = in.position();
  const auto crc = in.take<std::uint32_t>();
  if (in.failed() || (crc != 0 && crc32_of(content.first(covered)) != crc))
    return report("a damaged attachment");
  attachment.data.assign(reinterpret_cast<const char*>(data.data()), data.size());
  if (handlers_.on_attachment) handlers_.on_attachment(attachment);
}

void Pass::handle_metadata(ByteView in) {
  McapMetadata metadata;
  metadata.name = in.take_text();
  metadata.values = take_map(in);
  if (in.failed()) return report("damaged metadata");
  if (handlers_.on_metadata) handlers_.on_metadata(metadata);
}

void Pass::handle_data_end(ByteView in) {
  const auto crc = in.take<std::uint32_t>();
  if (in.failed() || in_summary_) return report("a damaged end of the data");
  if (crc != 0 && crc != data_crc_) report("the data's checksum is wrong");
  in_summary_ = true;
}

void Pass::handle_footer(std::span<const std::uint8_t> content) {
  done_ = true;
  ByteView in(content);
  in.take_bytes(2 * sizeof(std::uint64_t));  // where the summary and its offsets begin
  const std::size_t covered = in.position();
  const auto crc = in.take<std::uint32_t>();
  if (in.failed() || in.remaining() != 0 || !in_summary_) return report("a damaged footer");
  if (crc != 0 && crc32_of(content.first(covered), summary_crc_) != crc)
    report("the summary's checksum is wrong");
  std::array<std::uint8_t, kMcapMagic.size()> magic{};
  if (!read(magic) || magic != kMcapMagic || position_ != file_size_) report("no closing mark");
  result_.whole_bytes = position_;
  result_.complete = result_.problem.empty();
}

}  // namespace

tl::expected<McapReadResult, std::string> read_mcap(const std::string& path, const McapHandlers& handlers) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return tl::make_unexpected("cannot open the log " + path + ": " + std::strerror(errno));
  if (std::fseek(file.get(), 0, SEEK_END) != 0) {
    return tl::make_unexpected("cannot read the log " + path + ": " + std::strerror(errno));
  }
  const auto size = static_cast<std::uint64_t>(std::max(0L, std::ftell(file.get())));
  std::rewind(file.get());
  Pass pass(file.get(), size, handlers);
  if (!pass.read_magic())
    return tl::make_unexpected(path + " is not an MCAP file: its first 8 bytes are wrong");
  return pass.run();
}

}  // namespace freefloat
