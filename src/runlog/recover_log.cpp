#include "runlog/recover_log.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>

#include "mcap/crc32.h"
#include "mcap/mapped_file.h"
#include "mcap/mcap_reader.h"
#include "runlog/run_topics.h"
#include "runlog/wall_time.h"

namespace freefloat {
namespace {

/// Copies records into a writer and counts.
class Copy {
 public:
  Copy(RecordBytes file, const SalvagePlan& plan, McapWriter& writer)
      : file_(file), plan_(plan), writer_(writer), source_(salvage_definitions(file, plan)) {}

  RecoveryReport run();

 private:
  void add_channels();
  void copy_record(const RecordPlace& place);
  void copy_cut_chunk();
  void copy_message(RecordBytes content);
  void note_losses();

  RecordBytes file_;
  const SalvagePlan& plan_;
  McapWriter& writer_;
  McapDefinitions source_;
  std::map<std::uint16_t, std::uint16_t> channel_ids_;  ///< in the source -> in the copy
  bool channels_added_ = false;
  std::vector<std::uint8_t> memory_;
  RecoveryReport report_;
};

void Copy::add_channels() {
  if (std::exchange(channels_added_, true)) return;
  // Each schema before the first channel that has it: the order in which our own logs are written.
  std::map<std::uint16_t, std::uint16_t> schema_ids{{0, 0}};
  for (const auto& [id, channel] : source_.channels) {
    if (!schema_ids.contains(channel.schema_id)) {
      const auto schema = source_.schemas.find(channel.schema_id);
      // Without its schema a channel cannot be understood here, perhaps by somebody who knows it: it is kept.
      schema_ids[channel.schema_id] =
          schema == source_.schemas.end()
              ? std::uint16_t{0}
              : writer_.add_schema(schema->second.name, schema->second.text, schema->second.encoding);
    }
    channel_ids_[id] = writer_.add_channel(schema_ids[channel.schema_id], channel.topic, channel.metadata,
                                           channel.message_encoding);
  }
}

void Copy::copy_message(RecordBytes content) {
  const auto message = parse_message(content);
  const auto channel = message ? channel_ids_.find(message->channel_id) : channel_ids_.end();
  if (channel == channel_ids_.end()) {
    ++report_.orphans;
    return;
  }
  writer_.write_message(channel->second, message->sequence, message->log_time_ns, message->publish_time_ns,
                        message->data);
  ++report_.messages;
}

void Copy::copy_record(const RecordPlace& place) {
  const RecordBytes content = content_of(file_, place);
  switch (place.opcode) {
    case McapOpcode::kMetadata: {
      const McapMetadata metadata = *parse<McapMetadata>(content);
      if (metadata.name == kIdentityMetadata) report_.clock_offset_ns = clock_offset_ns(metadata.values);
      writer_.write_metadata(metadata);
      ++report_.metadata;
      break;
    }
    case McapOpcode::kAttachment:
      writer_.write_attachment(*parse_attachment(content));
      ++report_.attachments;
      break;
    case McapOpcode::kSchema:
    case McapOpcode::kChannel:
      add_channels();
      break;
    case McapOpcode::kMessage:
      add_channels();
      copy_message(content);
      break;
    case McapOpcode::kChunk:
      add_channels();
      for_each_record(unpack_chunk(*parse<McapChunkRecord>(content), memory_).records,
                      [this](McapOpcode opcode, RecordBytes record) {
                        if (opcode == McapOpcode::kMessage) copy_message(record);
                      });
      // The copy keeps the chunks as they are, so that a whole log comes out unchanged.
      writer_.close_chunk();
      ++report_.chunks;
      break;
    default:
      break;
  }
}

/// What of the chunk can be unpacked is under no checksum, but its records' lengths and channels must fit.
void Copy::copy_cut_chunk() {
  ByteView in(file_.subspan(plan_.cut_chunk->at +
                            std::min<std::uint64_t>(kMcapRecordHeaderBytes, plan_.cut_chunk->size)));
  in.take_bytes(3 * sizeof(std::uint64_t) + sizeof(std::uint32_t));  // times, size, checksum
  const std::string_view compression = in.take_text();
  in.take<std::uint64_t>();
  if (in.failed()) return;
  const std::uint64_t before = report_.messages;
  for_each_record(unpack_beginning(compression, in.take_bytes(in.remaining()), memory_),
                  [this](McapOpcode opcode, RecordBytes record) {
                    if (opcode == McapOpcode::kMessage) copy_message(record);
                  });
  writer_.close_chunk();
  report_.cut_messages = report_.messages - before;
}

void Copy::note_losses() {
  if (plan_.data_end_at && plan_.damaged.empty() && report_.orphans == 0 && !report_.wrong_checksum) return;
  writer_.write_metadata({std::string(kRecoveryMetadata),
                          {{"source_bytes", std::to_string(report_.file_bytes)},
                           {"source_was_cut", plan_.data_end_at ? "false" : "true"},
                           {"lost_chunks", std::to_string(report_.lost_chunks())},
                           {"lost_messages", std::to_string(report_.lost_messages + report_.orphans)}}});
}

RecoveryReport Copy::run() {
  report_.file_bytes = file_.size();
  report_.damaged = plan_.damaged;
  report_.cut_bytes = plan_.cut_bytes;
  report_.wrong_checksum =
      plan_.data_end_at && plan_.data_crc != 0 && plan_.data_crc != crc32_of(file_.first(*plan_.data_end_at));
  for (const DamagedPlace& damage : plan_.damaged) report_.lost_messages += damage.messages;
  for (const RecordPlace& place : plan_.records) copy_record(place);
  if (plan_.cut_chunk) {
    add_channels();
    copy_cut_chunk();
  }
  note_losses();
  report_.was_whole = plan_.magic && plan_.data_end_at && plan_.summary_whole && plan_.damaged.empty() &&
                      report_.orphans == 0 && !report_.wrong_checksum;
  return report_;
}

}  // namespace

std::uint64_t RecoveryReport::lost_chunks() const {
  return static_cast<std::uint64_t>(
      std::count_if(damaged.begin(), damaged.end(), [](const DamagedPlace& damage) { return damage.chunk; }));
}

RecoveryReport copy_whole_records(RecordBytes file, const SalvagePlan& plan, McapWriter& writer) {
  return Copy(file, plan, writer).run();
}

tl::expected<RecoveryReport, std::string> recover_log(const std::string& path, const std::string& output_path,
                                                      bool replace_existing) {
  std::error_code error;
  if (std::filesystem::equivalent(path, output_path, error)) {
    return tl::make_unexpected(output_path + " is the damaged log itself; name another file with -o");
  }
  auto file = MappedFile::open(path);
  if (!file) return tl::make_unexpected(file.error());
  const SalvagePlan plan = plan_salvage(file->bytes());
  if (!plan.magic && plan.records.empty()) {
    return tl::make_unexpected(path + " is not an MCAP file: no record of one was found in it");
  }

  McapWriterOptions writer_options;
  writer_options.replace_existing = replace_existing;
  writer_options.library = "freefloat";
  if (!plan.records.empty() && plan.records.front().opcode == McapOpcode::kHeader) {
    if (const auto header = parse<McapHeaderRecord>(content_of(file->bytes(), plan.records.front()))) {
      writer_options.profile = header->profile;
      writer_options.library = header->library;
    }
  }
  auto writer = McapWriter::create(output_path, writer_options);
  if (!writer) return tl::make_unexpected(writer.error());
  RecoveryReport report = copy_whole_records(file->bytes(), plan, *writer);
  if (!writer->close()) {
    return tl::make_unexpected("cannot write " + output_path + ": " + std::strerror(writer->error()));
  }
  report.written_bytes = writer->bytes_written();
  auto checked = McapReader::open(output_path);
  while (checked && checked->next() != nullptr) {
  }
  if (!checked || !checked->result().complete) {
    return tl::make_unexpected(
        output_path + " cannot be read back: " + (checked ? checked->result().problem : checked.error()));
  }
  return report;
}

}  // namespace freefloat
