#include "integration/log_recovery/whole_log.h"

#include <cstdio>
#include <cstdlib>

#include "runlog/crc32.h"
#include "runlog/mapped_file.h"
#include "runlog/mcap_reader.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

std::uint32_t checksum_of(const McapMessage& message) {
  std::uint32_t crc = crc32_of(message.data);
  const auto add = [&crc](const void* bytes, std::size_t size) {
    crc = crc32_of({static_cast<const std::uint8_t*>(bytes), size}, crc);
  };
  for (const std::string* text :
       {&message.channel.topic, &message.channel.schema.text, &message.channel.schema.name})
    add(text->data(), text->size());
  add(&message.sequence, sizeof message.sequence);
  add(&message.log_time_ns, sizeof message.log_time_ns);
  return crc;
}

}  // namespace

LogContent read_content(const std::string& path) {
  LogContent content;
  McapHandlers handlers;
  handlers.on_message = [&](const McapMessage& message) { content.messages.push_back(checksum_of(message)); };
  handlers.on_attachment = [&](const McapAttachment& a) { content.others.push_back(a.name + a.data); };
  handlers.on_metadata = [&](const McapMetadata& metadata) {
    if (metadata.name == kRecoveryMetadata) return;
    std::string text = metadata.name;
    for (const auto& [key, value] : metadata.values) text += "\n" + key + "=" + value;
    content.others.push_back(text);
  };
  const auto result = read_mcap(path, handlers);
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
  WholeLog log{.path = path, .bytes = {}, .plan = {}, .content = read_content(path), .messages_before = {}};
  const auto file = MappedFile::open(path);
  log.bytes.assign(file->bytes().begin(), file->bytes().end());
  log.plan = plan_salvage(log.bytes);
  std::size_t count = 0;
  std::vector<std::uint8_t> memory;
  for (const RecordPlace& place : log.plan.records) {
    log.messages_before.push_back(count);
    if (place.opcode != McapOpcode::kChunk) continue;
    const auto chunk = parse_chunk(RecordBytes(log.bytes).subspan(place.at + kMcapRecordHeaderBytes,
                                                                  place.size - kMcapRecordHeaderBytes));
    for_each_record(unpack_chunk(*chunk, memory).records,
                    [&](McapOpcode opcode, RecordBytes) { count += opcode == McapOpcode::kMessage ? 1 : 0; });
  }
  if (count != log.content.messages.size() || !log.plan.data_end_at || !log.plan.summary_whole) {
    std::fprintf(stderr, "%s is not whole\n", path.c_str());
    std::exit(1);
  }
  return log;
}

}  // namespace freefloat
