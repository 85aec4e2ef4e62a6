#include "mcap/mcap_summary.h"

#include <algorithm>
#include <array>
#include <utility>

#include "mcap/crc32.h"
#include "mcap/mcap_records.h"

namespace freefloat {

void McapSummary::add_schema(std::span<const std::uint8_t> record) {
  schemas_.put_bytes(record);
  ++schema_count_;
}

void McapSummary::add_channel(std::span<const std::uint8_t> record) {
  channels_.put_bytes(record);
  channel_messages_.push_back(0);
}

void McapSummary::add(const QueuedRecord& record) {
  if (record.index.size() == 0) return;
  switch (static_cast<McapOpcode>(record.index.bytes().front())) {
    case McapOpcode::kChunkIndex:
      chunk_indexes_.put_bytes(record.index.bytes());
      break;
    case McapOpcode::kAttachmentIndex:
      attachment_indexes_.put_bytes(record.index.bytes());
      ++attachment_count_;
      break;
    default:
      metadata_indexes_.put_bytes(record.index.bytes());
      ++metadata_count_;
      break;
  }
  if (!record.chunk) return;
  const ChunkFacts& chunk = *record.chunk;
  first_ns_ = chunk_count_ == 0 ? chunk.first_ns : std::min(first_ns_, chunk.first_ns);
  last_ns_ = std::max(last_ns_, chunk.last_ns);
  for (const auto& [id, count] : chunk.messages) {
    channel_messages_[id] += count;
    message_count_ += count;
  }
  ++chunk_count_;
}

void McapSummary::put_definitions(ByteBuffer& out) const {
  out.put_bytes(schemas_.bytes());
  out.put_bytes(channels_.bytes());
}

void McapSummary::put_statistics(ByteBuffer& out) const {
  const auto channels = static_cast<std::uint32_t>(channel_messages_.size());
  const std::size_t begin =
      begin_record(out, McapOpcode::kStatistics, message_count_, schema_count_, channels, attachment_count_,
                   metadata_count_, chunk_count_, first_ns_, last_ns_, channels * 10);
  for (std::size_t id = 0; id < channel_messages_.size(); ++id) {
    out.put(static_cast<std::uint16_t>(id));
    out.put(channel_messages_[id]);
  }
  end_record(out, begin);
}

void McapSummary::put(ByteBuffer& out, std::uint64_t file_offset) const {
  const std::size_t before = out.size();
  const std::uint64_t summary_at = file_offset + before;
  ByteBuffer statistics;
  put_statistics(statistics);
  const std::array<std::pair<McapOpcode, const ByteBuffer*>, 6> groups{{
      {McapOpcode::kSchema, &schemas_},
      {McapOpcode::kChannel, &channels_},
      {McapOpcode::kStatistics, &statistics},
      {McapOpcode::kChunkIndex, &chunk_indexes_},
      {McapOpcode::kAttachmentIndex, &attachment_indexes_},
      {McapOpcode::kMetadataIndex, &metadata_indexes_},
  }};
  ByteBuffer offsets;
  for (const auto& [opcode, group] : groups) {
    if (group->size() == 0) continue;
    put_record(offsets, McapOpcode::kSummaryOffset, static_cast<std::uint8_t>(opcode),
               std::uint64_t{file_offset + out.size()}, std::uint64_t{group->size()});
    out.put_bytes(group->bytes());
  }
  const std::uint64_t offsets_at = file_offset + out.size();
  out.put_bytes(offsets.bytes());

  const std::size_t begin = begin_record(out, McapOpcode::kFooter, summary_at, offsets_at);
  // The checksum covers the summary and the footer up to the checksum itself, its final length included.
  out.patch(begin + 1, kMcapFooterBytes);
  out.put(crc32_of(out.bytes().subspan(before)));
  out.put_bytes(kMcapMagic);
}

}  // namespace freefloat
