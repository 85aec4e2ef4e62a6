#include <set>

#include "mcap/salvage_mcap.h"

namespace freefloat {
namespace {

void add_copy(McapDefinitions& to, McapOpcode opcode, RecordBytes content) {
  if (opcode == McapOpcode::kSchema) {
    if (const auto schema = parse<McapSchema>(content, RecordRest::kNone))
      to.schemas.emplace(schema->id, *schema);
  } else if (opcode == McapOpcode::kChannel) {
    if (const auto channel = parse<McapChannel>(content, RecordRest::kNone))
      to.channels.emplace(channel->id, *channel);
  }
}

/// Adds what `to` lacks. A channel that nothing uses may be a damaged copy of another one: once a better copy
/// of the list is there, only what is used is added.
void complete(McapDefinitions& to, const McapDefinitions& from, const std::set<std::uint16_t>& used) {
  const bool first = to.channels.empty();
  for (const auto& [id, channel] : from.channels) {
    if (first || used.contains(id)) to.channels.emplace(id, channel);
  }
  to.schemas.insert(from.schemas.begin(), from.schemas.end());
}

}  // namespace

McapDefinitions salvage_definitions(RecordBytes file, const SalvagePlan& plan) {
  McapDefinitions best, before_chunks, in_summary;  // `best` begins with those in chunks
  std::set<std::uint16_t> used;
  const auto note_use = [&](McapOpcode opcode, RecordBytes record) {
    const auto message = opcode == McapOpcode::kMessage ? parse_message(record) : std::nullopt;
    if (message) used.insert(message->channel_id);
  };
  std::vector<std::uint8_t> memory;
  for (const RecordPlace& place : plan.records) {
    const RecordBytes content = content_of(file, place);
    add_copy(before_chunks, place.opcode, content);
    note_use(place.opcode, content);
    if (place.opcode != McapOpcode::kChunk) continue;
    for_each_record(unpack_chunk(*parse<McapChunkRecord>(content), memory).records,
                    [&](McapOpcode opcode, RecordBytes record) {
                      add_copy(best, opcode, record);
                      note_use(opcode, record);
                    });
  }
  if (plan.data_end_at) {
    for_each_record(file.subspan(*plan.data_end_at),
                    [&](McapOpcode opcode, RecordBytes record) { add_copy(in_summary, opcode, record); });
  }
  if (plan.summary_whole) complete(best, in_summary, used);
  complete(best, before_chunks, used);
  if (!plan.summary_whole) complete(best, in_summary, used);
  return best;
}

}  // namespace freefloat
