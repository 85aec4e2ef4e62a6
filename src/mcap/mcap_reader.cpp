#include "mcap/mcap_reader.h"

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

#include "mcap/byte_buffer.h"
#include "mcap/crc32.h"
#include "mcap/mcap_records.h"

namespace freefloat {
namespace {

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

  void handle_record(McapOpcode opcode, RecordBytes content);
  void handle_schema(RecordBytes content);
  void handle_channel(RecordBytes content);
  void handle_message(RecordBytes content);
  void handle_chunk(RecordBytes content);
  void handle_chunk_records(RecordBytes records);
  void handle_attachment(RecordBytes content);
  void handle_metadata(RecordBytes content);
  void handle_data_end(ByteView in);
  void handle_footer(RecordBytes content);

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

void Pass::handle_record(McapOpcode opcode, RecordBytes content) {
  switch (opcode) {
    case McapOpcode::kHeader:
      if (const auto header = parse_header(content)) {
        result_.profile = header->profile;
        result_.library = header->library;
      } else {
        report("a damaged header");
      }
      break;
    case McapOpcode::kSchema:
      handle_schema(content);
      break;
    case McapOpcode::kChannel:
      handle_channel(content);
      break;
    case McapOpcode::kMessage:
      // Writers put all messages into chunks or none: this is another record whose first byte is wrong.
      if (result_.chunk_count + result_.damaged_chunks > 0) return report("a message outside of the chunks");
      handle_message(content);
      break;
    case McapOpcode::kChunk:
      handle_chunk(content);
      break;
    case McapOpcode::kAttachment:
      handle_attachment(content);
      break;
    case McapOpcode::kMetadata:
      handle_metadata(content);
      break;
    case McapOpcode::kFooter:
      handle_footer(content);
      break;
    default:
      break;  // indexes, which a pass over everything does not need, and records of later versions
  }
}

void Pass::handle_schema(RecordBytes content) {
  const auto schema = parse_schema(content);
  if (!schema) return report("a damaged schema");
  // Later copies stand inside chunks, under their checksum, and so count more than the first.
  schemas_[schema->id] = {std::string(schema->name), std::string(schema->encoding),
                          std::string(schema->text)};
}

void Pass::handle_channel(RecordBytes content) {
  auto found = parse_channel(content);
  if (!found) return report("a damaged channel");
  McapChannel channel;
  channel.id = found->id;
  channel.topic = found->topic;
  channel.message_encoding = found->message_encoding;
  channel.metadata = std::move(found->metadata);
  if (const auto schema = schemas_.find(found->schema_id); schema != schemas_.end()) {
    channel.schema = schema->second;
  }
  channels_[channel.id] = std::move(channel);
}

void Pass::handle_message(RecordBytes content) {
  const auto message = parse_message(content);
  const auto channel = message ? channels_.find(message->channel_id) : channels_.end();
  if (channel == channels_.end()) return report("a message that is damaged or has no channel");
  ++result_.message_count;
  if (!handlers_.on_message) return;
  handlers_.on_message(
      {channel->second, message->sequence, message->log_time_ns, message->publish_time_ns, message->data});
}

void Pass::handle_chunk(RecordBytes content) {
  const auto chunk = parse_chunk(content);
  if (chunk && result_.chunk_count > 0 && handlers_.wants_chunk &&
      !handlers_.wants_chunk(chunk->first_ns, chunk->last_ns)) {
    return;
  }
  const UnpackedChunk unpacked =
      chunk ? unpack_chunk(*chunk, records_) : UnpackedChunk{{}, "a damaged chunk"};
  if (!unpacked.damage.empty()) {
    ++result_.damaged_chunks;
    return report(std::string(unpacked.damage));
  }
  ++result_.chunk_count;
  handle_chunk_records(unpacked.records);
}

void Pass::handle_chunk_records(RecordBytes records) {
  const bool whole = for_each_record(records, [this](McapOpcode opcode, RecordBytes content) {
    if (opcode == McapOpcode::kMessage) handle_message(content);
    if (opcode == McapOpcode::kSchema) handle_schema(content);
    if (opcode == McapOpcode::kChannel) handle_channel(content);
  });
  if (!whole) report("a damaged record inside the chunk");
}

void Pass::handle_attachment(RecordBytes content) {
  const auto attachment = parse_attachment(content);
  if (!attachment) return report("a damaged attachment");
  if (handlers_.on_attachment) handlers_.on_attachment(*attachment);
}

void Pass::handle_metadata(RecordBytes content) {
  const auto metadata = parse_metadata(content);
  if (!metadata) return report("damaged metadata");
  if (handlers_.on_metadata) handlers_.on_metadata(*metadata);
}

void Pass::handle_data_end(ByteView in) {
  const auto crc = in.take<std::uint32_t>();
  if (in.failed() || in_summary_) return report("a damaged end of the data");
  if (crc != 0 && crc != data_crc_) report("the data's checksum is wrong");
  in_summary_ = true;
}

void Pass::handle_footer(RecordBytes content) {
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
