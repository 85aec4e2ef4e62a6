#include <set>
#include <utility>

#include "mcap/salvage_mcap.h"

namespace freefloat {
namespace {

void add_copy(McapDefinitions& to, McapOpcode opcode, RecordBytes content) {
  if (opcode == McapOpcode::kSchema) {
    if (auto schema = parse_schema(content, RecordRest::kNone))
      to.schemas.emplace(schema->id, *std::move(schema));
  } else if (opcode == McapOpcode::kChannel) {
    if (auto channel = parse_channel(content, RecordRest::kNone))
      to.channels.emplace(channel->id, *std::move(channel));
  }
}

/// What the chunks hold besides data: copies of channels, and which channels their messages belong to.
struct InChunks {
  McapDefinitions copies;
  std::set<std::uint16_t> used;
};

InChunks look_into_chunks(RecordBytes file, const SalvagePlan& plan) {
  InChunks found;
  std::vector<std::uint8_t> memory;
  for (const RecordPlace& place : plan.records) {
    const RecordBytes content = content_of(file, place);
    if (place.opcode == McapOpcode::kMessage) {
      if (const auto message = parse_message(content)) found.used.insert(message->channel_id);
    }
    if (place.opcode != McapOpcode::kChunk) continue;
    const auto chunk = parse_chunk(content);
    for_each_record(unpack_chunk(*chunk, memory).records, [&](McapOpcode opcode, RecordBytes record) {
      add_copy(found.copies, opcode, record);
      if (opcode != McapOpcode::kMessage) return;
      if (const auto message = parse_message(record)) found.used.insert(message->channel_id);
    });
  }
  return found;
}

McapDefinitions look_before_chunks(RecordBytes file, const SalvagePlan& plan) {
  McapDefinitions copies;
  for (const RecordPlace& place : plan.records) {
    add_copy(copies, place.opcode, content_of(file, place));
  }
  return copies;
}

McapDefinitions look_into_summary(RecordBytes file, const SalvagePlan& plan) {
  McapDefinitions copies;
  if (!plan.data_end_at) return copies;
  for_each_record(file.subspan(*plan.data_end_at),
                  [&](McapOpcode opcode, RecordBytes record) { add_copy(copies, opcode, record); });
  return copies;
}

/// Adds what `to` lacks. A channel that nothing uses may be a damaged copy of another one: once a better copy
/// of the list is there, only what is used is added.
void complete(McapDefinitions& to, McapDefinitions&& from, const std::set<std::uint16_t>& used) {
  const bool first = to.channels.empty();
  for (auto& [id, channel] : from.channels) {
    if (first || used.contains(id)) to.channels.emplace(id, std::move(channel));
  }
  to.schemas.merge(std::move(from.schemas));
}

}  // namespace

McapDefinitions salvage_definitions(RecordBytes file, const SalvagePlan& plan) {
  InChunks in_chunks = look_into_chunks(file, plan);
  McapDefinitions best = std::move(in_chunks.copies);
  if (plan.summary_whole) complete(best, look_into_summary(file, plan), in_chunks.used);
  complete(best, look_before_chunks(file, plan), in_chunks.used);
  if (!plan.summary_whole) complete(best, look_into_summary(file, plan), in_chunks.used);
  return best;
}

}  // namespace freefloat
