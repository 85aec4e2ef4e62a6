#include "runlog/mcap_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runlog/crc32.h"

namespace freefloat {
namespace {

void put_map(ByteBuffer& out, const McapTextMap& map) {
  const std::size_t length_at = out.size();
  out.put<std::uint32_t>(0);
  for (const auto& [key, value] : map) {
    out.put_text(key);
    out.put_text(value);
  }
  out.patch(length_at, static_cast<std::uint32_t>(out.size() - length_at - sizeof(std::uint32_t)));
}

}  // namespace

tl::expected<McapWriter, std::string> McapWriter::create(const std::string& path,
                                                         const McapWriterOptions& options) {
  auto file = LogFile::create(path, options.replace_existing);
  if (!file) return tl::make_unexpected(file.error());
  McapWriter writer(std::move(*file), options);
  writer.record_.put_bytes(kMcapMagic);
  const std::size_t header = writer.begin_record(writer.record_, McapOpcode::kHeader);
  writer.record_.put_text(options.profile);
  writer.record_.put_text(options.library);
  writer.end_record(writer.record_, header);
  if (!writer.append_record()) {
    return tl::make_unexpected("cannot write the log " + path + ": " + std::strerror(writer.error()));
  }
  return writer;
}

McapWriter::McapWriter(LogFile file, const McapWriterOptions& options)
    : file_(std::move(file)), options_(options), compressor_(ZSTD_createCCtx()) {}

std::size_t McapWriter::begin_record(ByteBuffer& out, McapOpcode opcode) {
  const std::size_t begin = out.size();
  out.put(static_cast<std::uint8_t>(opcode));
  out.put<std::uint64_t>(0);
  return begin;
}

void McapWriter::end_record(ByteBuffer& out, std::size_t begin) {
  out.patch(begin + 1, static_cast<std::uint64_t>(out.size() - begin - kMcapRecordHeaderBytes));
}

bool McapWriter::append_record() {
  const bool written = file_.append(record_.bytes());
  record_.clear();
  return written;
}

std::uint16_t McapWriter::add_schema(std::string_view name, std::string_view text,
                                     std::string_view encoding) {
  const auto id = ++schema_count_;
  const std::size_t begin = begin_record(record_, McapOpcode::kSchema);
  record_.put(id);
  record_.put_text(name);
  record_.put_text(encoding);
  record_.put_text(text);
  end_record(record_, begin);
  schemas_.put_bytes(record_.bytes());
  append_record();
  return id;
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema_id, std::string_view topic,
                                      const McapTextMap& metadata, std::string_view message_encoding) {
  const auto id = static_cast<std::uint16_t>(channels_.size());
  const std::size_t begin = begin_record(record_, McapOpcode::kChannel);
  record_.put(id);
  record_.put(schema_id);
  record_.put_text(topic);
  record_.put_text(message_encoding);
  put_map(record_, metadata);
  end_record(record_, begin);
  channel_records_.put_bytes(record_.bytes());
  append_record();
  channels_.emplace_back();
  return id;
}

void McapWriter::write_message(std::uint16_t channel_id, std::uint32_t sequence, std::uint64_t time_ns,
                               std::uint64_t publish_time_ns, std::span<const std::uint8_t> data) {
  constexpr std::size_t kMessageHeaderBytes = 22;
  const std::size_t record_bytes = kMcapRecordHeaderBytes + kMessageHeaderBytes + data.size();
  // The distance in time counts both ways: an event may be stamped earlier than the cycle it came with.
  const std::uint64_t distance_ns =
      time_ns > chunk_opened_ns_ ? time_ns - chunk_opened_ns_ : chunk_opened_ns_ - time_ns;
  if (chunk_messages_ > 0 &&
      (chunk_.size() + record_bytes > options_.chunk_bytes || distance_ns >= options_.chunk_duration_ns)) {
    close_chunk();
  }
  if (chunk_messages_ == 0) {
    chunk_first_ns_ = chunk_last_ns_ = chunk_opened_ns_ = time_ns;
    if (chunk_count_ == 0) {
      chunk_.put_bytes(schemas_.bytes());
      chunk_.put_bytes(channel_records_.bytes());
    }
  }
  chunk_first_ns_ = std::min(chunk_first_ns_, time_ns);
  chunk_last_ns_ = std::max(chunk_last_ns_, time_ns);
  ++chunk_messages_;
  channels_[channel_id].index.emplace_back(time_ns, chunk_.size());

  const std::size_t begin = begin_record(chunk_, McapOpcode::kMessage);
  chunk_.put(channel_id);
  chunk_.put(sequence);
  chunk_.put(time_ns);
  chunk_.put(publish_time_ns);
  chunk_.put_bytes(data);
  end_record(chunk_, begin);
}

void McapWriter::close_chunk() {
  if (chunk_messages_ == 0) return;
  const std::uint64_t chunk_at = file_.size();
  std::size_t begin = begin_record(record_, McapOpcode::kChunk);
  record_.put(chunk_first_ns_);
  record_.put(chunk_last_ns_);
  record_.put(static_cast<std::uint64_t>(chunk_.size()));
  record_.put(crc32_of(chunk_.bytes()));
  record_.put_text("zstd");
  const std::size_t length_at = record_.size();
  record_.put<std::uint64_t>(0);
  const std::size_t bound = ZSTD_compressBound(chunk_.size());
  std::uint8_t* room = record_.extend(bound);
  const std::size_t compressed = ZSTD_compressCCtx(compressor_.get(), room, bound, chunk_.bytes().data(),
                                                   chunk_.size(), options_.compression_level);
  // With a destination of ZSTD_compressBound bytes and valid memory, compression has no way to fail.
  record_.truncate(length_at + sizeof(std::uint64_t) + (ZSTD_isError(compressed) != 0U ? 0 : compressed));
  record_.patch(length_at, static_cast<std::uint64_t>(record_.size() - length_at - sizeof(std::uint64_t)));
  end_record(record_, begin);
  const std::uint64_t compressed_bytes = record_.size() - length_at - sizeof(std::uint64_t);
  const std::uint64_t chunk_record_bytes = record_.size();

  // The index of every channel that has messages in this chunk follows the chunk.
  std::vector<std::pair<std::uint16_t, std::uint64_t>> index_offsets;
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    auto& index = channels_[id].index;
    if (index.empty()) continue;
    index_offsets.emplace_back(static_cast<std::uint16_t>(id), chunk_at + record_.size());
    begin = begin_record(record_, McapOpcode::kMessageIndex);
    record_.put(static_cast<std::uint16_t>(id));
    record_.put(static_cast<std::uint32_t>(index.size() * 2 * sizeof(std::uint64_t)));
    for (const auto& [time_ns, offset] : index) {
      record_.put(time_ns);
      record_.put(offset);
    }
    end_record(record_, begin);
  }
  const std::uint64_t index_bytes = record_.size() - chunk_record_bytes;

  if (append_record()) {
    begin = begin_record(chunk_indexes_, McapOpcode::kChunkIndex);
    chunk_indexes_.put(chunk_first_ns_);
    chunk_indexes_.put(chunk_last_ns_);
    chunk_indexes_.put(chunk_at);
    chunk_indexes_.put(chunk_record_bytes);
    chunk_indexes_.put(static_cast<std::uint32_t>(index_offsets.size() * 10));
    for (const auto& [id, offset] : index_offsets) {
      chunk_indexes_.put(id);
      chunk_indexes_.put(offset);
      channels_[id].message_count += channels_[id].index.size();
    }
    chunk_indexes_.put(index_bytes);
    chunk_indexes_.put_text("zstd");
    chunk_indexes_.put(compressed_bytes);
    chunk_indexes_.put(static_cast<std::uint64_t>(chunk_.size()));
    end_record(chunk_indexes_, begin);
    first_ns_ = message_count_ == 0 ? chunk_first_ns_ : std::min(first_ns_, chunk_first_ns_);
    last_ns_ = std::max(last_ns_, chunk_last_ns_);
    message_count_ += chunk_messages_;
    ++chunk_count_;
  } else {
    messages_lost_ += chunk_messages_;
  }
  for (Channel& channel : channels_) channel.index.clear();
  chunk_.clear();
  chunk_messages_ = 0;
}

void McapWriter::write_attachment(const McapAttachment& attachment) {
  const std::uint64_t at = file_.size();
  std::size_t begin = begin_record(record_, McapOpcode::kAttachment);
  record_.put(attachment.log_time_ns);
  record_.put(attachment.create_time_ns);
  record_.put_text(attachment.name);
  record_.put_text(attachment.media_type);
  record_.put(static_cast<std::uint64_t>(attachment.data.size()));
  record_.put_bytes({reinterpret_cast<const std::uint8_t*>(attachment.data.data()), attachment.data.size()});
  record_.put(crc32_of(record_.bytes().subspan(begin + kMcapRecordHeaderBytes)));
  end_record(record_, begin);
  const std::uint64_t length = record_.size();
  if (!append_record()) return;

  begin = begin_record(attachment_indexes_, McapOpcode::kAttachmentIndex);
  attachment_indexes_.put(at);
  attachment_indexes_.put(length);
  attachment_indexes_.put(attachment.log_time_ns);
  attachment_indexes_.put(attachment.create_time_ns);
  attachment_indexes_.put(static_cast<std::uint64_t>(attachment.data.size()));
  attachment_indexes_.put_text(attachment.name);
  attachment_indexes_.put_text(attachment.media_type);
  end_record(attachment_indexes_, begin);
  ++attachment_count_;
}

void McapWriter::write_metadata(const McapMetadata& metadata) {
  const std::uint64_t at = file_.size();
  std::size_t begin = begin_record(record_, McapOpcode::kMetadata);
  record_.put_text(metadata.name);
  put_map(record_, metadata.values);
  end_record(record_, begin);
  const std::uint64_t length = record_.size();
  if (!append_record()) return;

  begin = begin_record(metadata_indexes_, McapOpcode::kMetadataIndex);
  metadata_indexes_.put(at);
  metadata_indexes_.put(length);
  metadata_indexes_.put_text(metadata.name);
  end_record(metadata_indexes_, begin);
  ++metadata_count_;
}

void McapWriter::put_summary() {
  const std::uint64_t summary_at = file_.size();
  ByteBuffer statistics;
  std::size_t begin = begin_record(statistics, McapOpcode::kStatistics);
  statistics.put(message_count_);
  statistics.put(schema_count_);
  statistics.put(static_cast<std::uint32_t>(channels_.size()));
  statistics.put(attachment_count_);
  statistics.put(metadata_count_);
  statistics.put(chunk_count_);
  statistics.put(first_ns_);
  statistics.put(last_ns_);
  statistics.put(static_cast<std::uint32_t>(channels_.size() * 10));
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    statistics.put(static_cast<std::uint16_t>(id));
    statistics.put(channels_[id].message_count);
  }
  end_record(statistics, begin);

  const std::array<std::pair<McapOpcode, const ByteBuffer*>, 6> groups{{
      {McapOpcode::kSchema, &schemas_},
      {McapOpcode::kChannel, &channel_records_},
      {McapOpcode::kStatistics, &statistics},
      {McapOpcode::kChunkIndex, &chunk_indexes_},
      {McapOpcode::kAttachmentIndex, &attachment_indexes_},
      {McapOpcode::kMetadataIndex, &metadata_indexes_},
  }};
  ByteBuffer offsets;
  for (const auto& [opcode, group] : groups) {
    if (group->size() == 0) continue;
    begin = begin_record(offsets, McapOpcode::kSummaryOffset);
    offsets.put(static_cast<std::uint8_t>(opcode));
    offsets.put(static_cast<std::uint64_t>(summary_at + record_.size()));
    offsets.put(static_cast<std::uint64_t>(group->size()));
    end_record(offsets, begin);
    record_.put_bytes(group->bytes());
  }
  const std::uint64_t offsets_at = summary_at + record_.size();
  record_.put_bytes(offsets.bytes());

  begin = begin_record(record_, McapOpcode::kFooter);
  record_.put(summary_at);
  record_.put(offsets_at);
  // The checksum covers the summary and the footer up to the checksum itself, its final length included.
  record_.patch(begin + 1, kMcapFooterBytes);
  record_.put(crc32_of(record_.bytes()));
  record_.put_bytes(kMcapMagic);
}

bool McapWriter::close() {
  close_chunk();
  const std::size_t begin = begin_record(record_, McapOpcode::kDataEnd);
  record_.put(file_.crc());
  end_record(record_, begin);
  bool complete = append_record();
  if (complete) {
    put_summary();
    complete = append_record();
  }
  return file_.close() && complete;
}

}  // namespace freefloat
