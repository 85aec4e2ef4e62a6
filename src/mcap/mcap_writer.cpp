#include "mcap/mcap_writer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mcap/crc32.h"
#include "mcap/mcap_records.h"

namespace freefloat {
namespace {

constexpr std::string_view kCompression = "zstd";

}  // namespace

tl::expected<McapWriter, std::string> McapWriter::create(const std::string& path,
                                                         const McapWriterOptions& options) {
  auto file = LogFile::create(path, options.replace_existing);
  if (!file) return tl::make_unexpected(file.error());
  McapWriter writer(std::move(*file), options);
  writer.record_.bytes.put_bytes(kMcapMagic);
  put_record(writer.record_.bytes, McapOpcode::kHeader, options.profile, options.library);
  // A log that cannot even be begun is told to whoever starts the run.
  writer.submit();
  if (!writer.settle()) {
    return tl::make_unexpected("cannot write the log " + path + ": " + std::strerror(writer.error()));
  }
  return writer;
}

McapWriter::McapWriter(std::unique_ptr<LogFile> file, const McapWriterOptions& options)
    : queue_(std::move(file), options.waiting_bytes), options_(options), compressor_(ZSTD_createCCtx()) {}

bool McapWriter::submit() {
  const bool kept = queue_.write(record_, listener());
  record_.clear();
  return kept;
}

RecordQueue::Listener McapWriter::listener() {
  return {[this](const QueuedRecord& record) { summary_.add(record); },
          [this](const ChunkFacts& chunk) { note_lost(chunk); }};
}

void McapWriter::note_lost(const ChunkFacts& chunk) {
  if (!loss_) loss_ = McapLoss{chunk.first_ns, chunk.last_ns, {}, 0};
  loss_->first_ns = std::min(loss_->first_ns, chunk.first_ns);
  loss_->last_ns = std::max(loss_->last_ns, chunk.last_ns);
  loss_->error = error();
  for (const auto& [id, count] : chunk.messages) {
    loss_->messages[channels_[id].topic] += count;
    messages_lost_ += count;
  }
}

std::optional<McapLoss> McapWriter::take_loss() {
  if (losing_) return std::nullopt;
  return std::exchange(loss_, std::nullopt);
}

std::uint16_t McapWriter::add_schema(std::string_view name, std::string_view text,
                                     std::string_view encoding) {
  const auto id = static_cast<std::uint16_t>(summary_.schema_count() + 1);
  put_record(record_.bytes, McapOpcode::kSchema, id, name, encoding, text);
  summary_.add_schema(record_.bytes.bytes());
  submit();
  return id;
}

std::uint16_t McapWriter::add_channel(std::uint16_t schema_id, std::string_view topic,
                                      const McapTextMap& metadata, std::string_view message_encoding) {
  const auto id = static_cast<std::uint16_t>(channels_.size());
  put_record(record_.bytes, McapOpcode::kChannel, id, schema_id, topic, message_encoding, metadata);
  summary_.add_channel(record_.bytes.bytes());
  submit();
  channels_.push_back({std::string(topic), {}});
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
    if (!schemas_in_a_chunk_) summary_.put_definitions(chunk_);
  }
  chunk_first_ns_ = std::min(chunk_first_ns_, time_ns);
  chunk_last_ns_ = std::max(chunk_last_ns_, time_ns);
  ++chunk_messages_;
  channels_[channel_id].index.emplace_back(time_ns, chunk_.size());

  const std::size_t begin =
      begin_record(chunk_, McapOpcode::kMessage, channel_id, sequence, time_ns, publish_time_ns);
  chunk_.put_bytes(data);
  end_record(chunk_, begin);
}

void McapWriter::put_compressed_chunk() {
  ByteBuffer& out = record_.bytes;
  const std::size_t begin =
      begin_record(out, McapOpcode::kChunk, chunk_first_ns_, chunk_last_ns_, std::uint64_t{chunk_.size()},
                   crc32_of(chunk_.bytes()), kCompression);
  const std::size_t length_at = out.size();
  out.put<std::uint64_t>(0);
  const std::size_t bound = ZSTD_compressBound(chunk_.size());
  std::uint8_t* room = out.extend(bound);
  const std::size_t compressed = ZSTD_compressCCtx(compressor_.get(), room, bound, chunk_.bytes().data(),
                                                   chunk_.size(), options_.compression_level);
  // With a destination of ZSTD_compressBound bytes and valid memory, compression has no way to fail.
  const std::uint64_t stored = ZSTD_isError(compressed) != 0U ? 0 : compressed;
  out.truncate(length_at + sizeof stored + stored);
  out.patch(length_at, stored);
  end_record(out, begin);

  ByteBuffer& index = record_.index;
  begin_record(index, McapOpcode::kChunkIndex, chunk_first_ns_, chunk_last_ns_);
  record_.positions.push_back(index.size());
  index.put<std::uint64_t>(0);
  index.put(static_cast<std::uint64_t>(out.size()));
  record_.chunk = ChunkFacts{chunk_first_ns_, chunk_last_ns_, {}};
  put_message_indexes();
  index.put_text(kCompression);
  index.put(stored);
  index.put(std::uint64_t{chunk_.size()});
  end_record(index, 0);
}

/// The index of every channel that has messages in this chunk follows the chunk.
void McapWriter::put_message_indexes() {
  const std::size_t chunk_bytes = record_.bytes.size();
  const std::size_t length_at = record_.index.size();
  record_.index.put<std::uint32_t>(0);
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    auto& index = channels_[id].index;
    if (index.empty()) continue;
    const auto channel = static_cast<std::uint16_t>(id);
    record_.index.put(channel);
    record_.positions.push_back(record_.index.size());
    record_.index.put(static_cast<std::uint64_t>(record_.bytes.size()));
    record_.chunk->messages.emplace_back(channel, index.size());
    const std::size_t begin =
        begin_record(record_.bytes, McapOpcode::kMessageIndex, channel,
                     static_cast<std::uint32_t>(index.size() * 2 * sizeof(std::uint64_t)));
    for (const auto& [time_ns, offset] : index) {
      record_.bytes.put(time_ns);
      record_.bytes.put(offset);
    }
    end_record(record_.bytes, begin);
    index.clear();
  }
  record_.index.patch(length_at, static_cast<std::uint32_t>(record_.index.size() - length_at - 4));
  record_.index.put(static_cast<std::uint64_t>(record_.bytes.size() - chunk_bytes));
}

void McapWriter::close_chunk() {
  if (chunk_messages_ == 0) return;
  put_compressed_chunk();
  losing_ = !submit();
  // In the first chunk that is not lost they stand under its checksum.
  schemas_in_a_chunk_ = schemas_in_a_chunk_ || !losing_;
  chunk_.clear();
  chunk_messages_ = 0;
}

/// The summary's record on the one in hand: where it stands, its length, and more.
void McapWriter::put_index(McapOpcode opcode, const auto&... parts) {
  record_.positions.push_back(kMcapRecordHeaderBytes);
  put_record(record_.index, opcode, std::uint64_t{0}, std::uint64_t{record_.bytes.size()}, parts...);
}

void McapWriter::write_attachment(const McapAttachment& attachment) {
  ByteBuffer& out = record_.bytes;
  const RecordBytes data{reinterpret_cast<const std::uint8_t*>(attachment.data.data()),
                         attachment.data.size()};
  const std::size_t begin =
      begin_record(out, McapOpcode::kAttachment, attachment.log_time_ns, attachment.create_time_ns,
                   attachment.name, attachment.media_type, data);
  out.put(crc32_of(out.bytes().subspan(begin + kMcapRecordHeaderBytes)));
  end_record(out, begin);
  put_index(McapOpcode::kAttachmentIndex, attachment.log_time_ns, attachment.create_time_ns,
            std::uint64_t{data.size()}, attachment.name, attachment.media_type);
  submit();
}

void McapWriter::write_metadata(const McapMetadata& metadata) {
  put_record(record_.bytes, McapOpcode::kMetadata, metadata.name, metadata.values);
  put_index(McapOpcode::kMetadataIndex, metadata.name);
  submit();
}

bool McapWriter::sync() {
  queue_.write_waiting(listener());
  return queue_.sync();
}

bool McapWriter::settle() {
  close_chunk();
  losing_ = false;
  return queue_.settle(listener());
}

bool McapWriter::close() {
  if (settle()) {
    put_record(record_.bytes, McapOpcode::kDataEnd, file().crc());
    // It tells where it stands itself: nothing may come between, so it is the last that may wait.
    summary_.put(record_.bytes, bytes_written());
    submit();
    queue_.settle(listener());
  }
  return queue_.close() && messages_lost_ == 0;
}

}  // namespace freefloat
