#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcap/mcap_writer.h"
#include "support/read_log.h"

namespace freefloat {

/// What to do with the parts of a log on their way into a copy; empty ones change nothing.
struct LogChanges {
  /// The message's bytes may be changed. @return False: left out.
  std::function<bool(const McapMessage& message, std::vector<std::uint8_t>& data)> message;
  std::function<bool(const McapChannel& channel)> keep_topic;
  std::function<std::string(const McapMessage& message)> schema_text;
  std::function<bool(McapMetadata& metadata)> metadata;
  bool attachments = true;
  std::string library = "freefloat";
};

/// Copies a log, with valid checksums, whatever is changed.
/// @param from Logs; the messages of several are put one after the other.
inline void change_log(const std::vector<std::string>& from, const std::string& to,
                       const LogChanges& changes) {
  McapWriterOptions options;
  options.library = changes.library;
  options.replace_existing = true;
  auto writer = McapWriter::create(to, options);
  if (!writer) throw std::runtime_error(writer.error());
  std::map<std::string, std::uint16_t> channels;
  const auto add_channel = [&](const McapMessage& message) {
    const McapChannel& channel = message.channel;
    if (channels.contains(channel.topic) || (changes.keep_topic && !changes.keep_topic(channel))) return;
    const std::string text = changes.schema_text ? changes.schema_text(message) : message.schema.text;
    const auto schema = writer->add_schema(message.schema.name, text);
    channels[channel.topic] = writer->add_channel(schema, channel.topic, channel.metadata);
  };
  for (const std::string& path : from) {
    if (const auto result = read_mcap(path, add_channel); !result) throw std::runtime_error(result.error());
  }
  std::vector<std::uint8_t> data;
  const auto copy_message = [&](const McapMessage& message) {
    const auto channel = channels.find(message.channel.topic);
    if (channel == channels.end()) return;
    data.assign(message.data.begin(), message.data.end());
    if (changes.message && !changes.message(message, data)) return;
    writer->write_message(channel->second, message.sequence, message.log_time_ns, message.publish_time_ns,
                          data);
  };
  const auto copy_attachment = [&](const McapAttachment& attachment) {
    if (changes.attachments) writer->write_attachment(attachment);
  };
  const auto copy_metadata = [&](const McapMetadata& metadata) {
    McapMetadata changed = metadata;
    if (!changes.metadata || changes.metadata(changed)) writer->write_metadata(changed);
  };
  for (const std::string& path : from) {
    const auto result = read_mcap(path, copy_message, copy_attachment, copy_metadata);
    if (!result) throw std::runtime_error(result.error());
  }
  if (!writer->close()) throw std::runtime_error("cannot write " + to);
}

}  // namespace freefloat
