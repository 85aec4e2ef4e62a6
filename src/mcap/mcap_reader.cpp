#include "mcap/mcap_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "mcap/crc32.h"

namespace freefloat {

tl::expected<McapReader, std::string> McapReader::open(const std::string& path) {
  McapReader reader;
  reader.file_.reset(std::fopen(path.c_str(), "rb"));
  if (!reader.file_) return tl::make_unexpected("cannot open the log " + path + ": " + std::strerror(errno));
  if (std::fseek(reader.file_.get(), 0, SEEK_END) != 0) {
    return tl::make_unexpected("cannot read the log " + path + ": " + std::strerror(errno));
  }
  reader.file_size_ = static_cast<std::uint64_t>(std::max(0L, std::ftell(reader.file_.get())));
  std::rewind(reader.file_.get());
  std::array<std::uint8_t, kMcapMagic.size()> magic{};
  if (!reader.read(magic) || magic != kMcapMagic)
    return tl::make_unexpected(path + " is not an MCAP file: its first 8 bytes are wrong");
  reader.data_crc_ = crc32_of(magic);
  return reader;
}

const McapItem* McapReader::next() {
  item_.reset();
  while (!item_ && (!done_ || chunk_.remaining() > 0)) {
    if (chunk_.remaining() > 0) {
      read_chunk_record();
    } else {
      read_record();
    }
  }
  return item_ ? &*item_ : nullptr;
}

bool McapReader::read(std::span<std::uint8_t> to) {
  if (std::fread(to.data(), 1, to.size(), file_.get()) != to.size()) return false;
  position_ += to.size();
  return true;
}

void McapReader::report(const std::string& what) {
  if (result_.problem.empty()) result_.problem = what + " at byte " + std::to_string(record_at_);
}

void McapReader::read_record() {
  const auto stop = [this](const char* why) {
    done_ = true;
    report(why);
  };
  record_at_ = position_;
  result_.whole_bytes = position_;
  std::array<std::uint8_t, kMcapRecordHeaderBytes> header{};
  if (file_size_ - position_ < header.size() || !read(header)) return stop("the file ends without a footer");
  const auto opcode = static_cast<McapOpcode>(header[0]);
  std::uint64_t length = 0;
  std::memcpy(&length, header.data() + 1, sizeof length);
  if (header[0] == 0) return stop("no record");
  if (length > file_size_ - position_) return stop("the file ends inside a record");
  content_.resize(length);
  if (!read(content_)) return stop("the file cannot be read");
  if (opcode == McapOpcode::kDataEnd) return handle_data_end(ByteView(content_));
  std::uint32_t& crc = in_summary_ ? summary_crc_ : data_crc_;
  if (opcode != McapOpcode::kFooter) crc = crc32_of(content_, crc32_of(header, crc));
  if (opcode == McapOpcode::kFooter) summary_crc_ = crc32_of(header, summary_crc_);
  handle_record(opcode, content_);
}

void McapReader::read_chunk_record() {
  const auto opcode = static_cast<McapOpcode>(chunk_.take<std::uint8_t>());
  const RecordBytes content = chunk_.take_bytes(chunk_.take<std::uint64_t>());
  if (chunk_.failed()) {
    chunk_ = ByteView({});
    return report("a damaged record inside the chunk");
  }
  if (opcode == McapOpcode::kMessage) handle_message(content);
  if (opcode == McapOpcode::kSchema || opcode == McapOpcode::kChannel) handle_record(opcode, content);
}

void McapReader::handle_record(McapOpcode opcode, RecordBytes content) {
  const auto keep = [this](auto definition, auto& all, const char* damage) {
    if (!definition) return report(damage);
    auto& kept = all[definition->id];
    kept = *std::move(definition);
  };
  switch (opcode) {
    case McapOpcode::kHeader:
      if (const auto header = parse<McapHeaderRecord>(content)) {
        result_.profile = header->profile;
        result_.library = header->library;
      } else {
        report("a damaged header");
      }
      break;
    case McapOpcode::kSchema:
      // Later copies stand inside chunks, under their checksum, and so count more than the first.
      return keep(parse<McapSchema>(content), definitions_.schemas, "a damaged schema");
    case McapOpcode::kChannel:
      return keep(parse<McapChannel>(content), definitions_.channels, "a damaged channel");
    case McapOpcode::kMessage:
      // Writers put all messages into chunks or none: this is another record whose first byte is wrong.
      if (result_.chunk_count + result_.damaged_chunks > 0) return report("a message outside of the chunks");
      handle_message(content);
      break;
    case McapOpcode::kChunk:
      handle_chunk(content);
      break;
    case McapOpcode::kAttachment:
      item_ = parse_attachment(content);
      if (!item_) report("a damaged attachment");
      break;
    case McapOpcode::kMetadata:
      item_ = parse<McapMetadata>(content);
      if (!item_) report("damaged metadata");
      break;
    case McapOpcode::kFooter:
      handle_footer(content);
      break;
    default:
      break;  // indexes, which a pass over everything does not need, and records of later versions
  }
}

void McapReader::handle_message(RecordBytes content) {
  static const McapSchema kNoSchema;
  const auto message = parse_message(content);
  const auto& [schemas, channels] = definitions_;
  const auto channel = message ? channels.find(message->channel_id) : channels.end();
  if (channel == channels.end()) return report("a message that is damaged or has no channel");
  ++result_.message_count;
  const auto schema = schemas.find(channel->second.schema_id);
  item_.emplace(McapMessage{channel->second, schema == schemas.end() ? kNoSchema : schema->second,
                            message->sequence, message->log_time_ns, message->publish_time_ns,
                            message->data});
}

void McapReader::handle_chunk(RecordBytes content) {
  const auto chunk = parse<McapChunkRecord>(content);
  if (chunk && result_.chunk_count > 0 && chunk->last_ns < wanted_from_ns_) {
    ++result_.skipped_chunks;
    return;
  }
  const UnpackedChunk unpacked =
      chunk ? unpack_chunk(*chunk, unpacked_) : UnpackedChunk{{}, "a damaged chunk"};
  if (!unpacked.damage.empty()) {
    ++result_.damaged_chunks;
    return report(std::string(unpacked.damage));
  }
  ++result_.chunk_count;
  chunk_ = ByteView(unpacked.records);
}

void McapReader::handle_data_end(ByteView in) {
  const auto crc = in.take<std::uint32_t>();
  if (in.failed() || in_summary_) return report("a damaged end of the data");
  if (crc != 0 && crc != data_crc_) report("the data's checksum is wrong");
  in_summary_ = true;
}

void McapReader::handle_footer(RecordBytes content) {
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

}  // namespace freefloat
