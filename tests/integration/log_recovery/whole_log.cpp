#include "integration/log_recovery/whole_log.h"

#include <cstdio>
#include <cstdlib>
#include <map>

#include "mcap/crc32.h"
#include "mcap/mapped_file.h"
#include "runlog/run_topics.h"
#include "support/read_log.h"

namespace freefloat {
namespace {

std::uint32_t add(std::uint32_t crc, const void* bytes, std::size_t size) {
  return crc32_of({static_cast<const std::uint8_t*>(bytes), size}, crc);
}

/// Checksums of channels with their schemas, which are longer than most messages.
class ChannelChecksums {
 public:
  std::uint32_t of(const McapMessage& message) {
    const McapChannel& channel = message.channel;
    Known& known = known_[channel.id];
    const McapSchema& schema = message.schema;
    if (known.topic != channel.topic || known.schema != schema.text || known.name != schema.name) {
      known = {channel.topic, schema.name, schema.text, 0};
      for (const std::string* text : {&known.topic, &known.name, &known.schema})
        known.crc = add(known.crc, text->data(), text->size());
    }
    return known.crc;
  }

 private:
  struct Known {
    std::string topic, name, schema;
    std::uint32_t crc = 0;
  };
  std::map<std::uint16_t, Known> known_;
};

std::uint32_t checksum_of(const McapMessage& message, ChannelChecksums& channels) {
  std::uint32_t crc = crc32_of(message.data, channels.of(message));
  crc = add(crc, &message.sequence, sizeof message.sequence);
  return add(crc, &message.log_time_ns, sizeof message.log_time_ns);
}

}  // namespace

LogContent read_content(const std::string& path) {
  LogContent content;
  ChannelChecksums channels;
  const auto add_message = [&](const McapMessage& message) {
    content.messages.push_back(checksum_of(message, channels));
  };
  const auto add_attachment = [&](const McapAttachment& a) { content.others.push_back(a.name + a.data); };
  const auto add_metadata = [&](const McapMetadata& metadata) {
    if (metadata.name == kRecoveryMetadata) return;
    std::string text = metadata.name;
    for (const auto& [key, value] : metadata.values) text += "\n" + key + "=" + value;
    content.others.push_back(text);
  };
  const auto result = read_mcap(path, add_message, add_attachment, add_metadata);
  if (!result || !result->complete) {
    std::fprintf(stderr, "%s: not complete: %s\n", path.c_str(),
                 result ? result->problem.c_str() : result.error().c_str());
    std::exit(1);
  }
  return content;
}

std::size_t WholeLog::messages_in(std::size_t record) const {
  const std::size_t end =
      record + 1 < messages_before.size() ? messages_before[record + 1] : content.messages.size();
  return end - messages_before[record];
}

WholeLog read_whole_log(const std::string& path) {
  WholeLog log{.path = path,
               .bytes = {},
               .plan = {},
               .content = read_content(path),
               .messages_before = {},
               .starts = {}};
  const auto file = MappedFile::open(path);
  log.bytes.assign(file->bytes().begin(), file->bytes().end());
  log.plan = plan_salvage(log.bytes);
  std::size_t count = 0;
  std::vector<std::uint8_t> memory;
  for (const RecordPlace& place : log.plan.records) {
    log.messages_before.push_back(count);
    if (place.opcode != McapOpcode::kChunk) continue;
    const auto chunk = parse<McapChunkRecord>(RecordBytes(log.bytes).subspan(
        place.at + kMcapRecordHeaderBytes, place.size - kMcapRecordHeaderBytes));
    for_each_record(unpack_chunk(*chunk, memory).records,
                    [&](McapOpcode opcode, RecordBytes) { count += opcode == McapOpcode::kMessage ? 1 : 0; });
  }
  const RecordBytes records =
      RecordBytes(log.bytes).subspan(kMcapMagic.size(), log.bytes.size() - 2 * kMcapMagic.size());
  for_each_record(records, [&](McapOpcode, RecordBytes content) {
    const std::size_t at = content.data() - log.bytes.data();
    log.starts.push_back(at - kMcapRecordHeaderBytes);
  });
  if (count != log.content.messages.size() || !log.plan.data_end_at || !log.plan.summary_whole) {
    std::fprintf(stderr, "%s is not whole\n", path.c_str());
    std::exit(1);
  }
  return log;
}

}  // namespace freefloat
