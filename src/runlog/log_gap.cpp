#include "runlog/log_gap.h"

#include <charconv>
#include <cstdio>
#include <string_view>

#include "runlog/run_topics.h"

namespace freefloat {
namespace {

constexpr std::string_view kDropped = "dropped";
constexpr std::string_view kNotWritten = "not written";
constexpr std::string_view kMessagesOf = "messages ";  // before a topic

std::int64_t number_in(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string seconds(Time time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f s", to_seconds(time));
  return text;
}

}  // namespace

std::uint64_t LogGap::message_count() const {
  std::uint64_t count = 0;
  for (const auto& [topic, missing] : messages) count += missing;
  return count;
}

std::uint64_t LogGap::dropped_cycles() const {
  const auto cycles = messages.find(std::string(kCycleInputTopic));
  return cause == Cause::kDropped && cycles != messages.end() ? cycles->second : 0;
}

std::string describe(const LogGap& gap) {
  std::string text = seconds(gap.begin);
  text.append(" to ").append(seconds(gap.end)).append(": ").append(std::to_string(gap.message_count()));
  if (gap.cause == LogGap::Cause::kDropped)
    return text.append(" messages were dropped, the writer was too slow");
  text.append(" messages were not written");
  return gap.error.empty() ? text : text.append(" (").append(gap.error).append(")");
}

std::string list_topics(const LogGap& gap) {
  std::string text;
  for (const auto& [topic, missing] : gap.messages) {
    text.append(text.empty() ? "" : ", ").append(topic).append(" ").append(std::to_string(missing));
  }
  return text;
}

McapMetadata to_metadata(const LogGap& gap) {
  McapMetadata metadata{std::string(kGapMetadata), {}};
  metadata.values["begin_ns"] = std::to_string(gap.begin.time_since_epoch().count());
  metadata.values["end_ns"] = std::to_string(gap.end.time_since_epoch().count());
  metadata.values["cause"] = gap.cause == LogGap::Cause::kDropped ? kDropped : kNotWritten;
  metadata.values["error"] = gap.error;
  for (const auto& [topic, missing] : gap.messages) {
    metadata.values[std::string(kMessagesOf) + topic] = std::to_string(missing);
  }
  return metadata;
}

std::optional<LogGap> gap_from(const McapMetadata& metadata) {
  if (metadata.name != kGapMetadata) return std::nullopt;
  LogGap gap;
  for (const auto& [key, value] : metadata.values) {
    if (key == "begin_ns") gap.begin = Time{Duration{number_in(value)}};
    if (key == "end_ns") gap.end = Time{Duration{number_in(value)}};
    if (key == "cause" && value == kDropped) gap.cause = LogGap::Cause::kDropped;
    if (key == "error") gap.error = value;
    if (key.starts_with(kMessagesOf)) {
      gap.messages[key.substr(kMessagesOf.size())] = static_cast<std::uint64_t>(number_in(value));
    }
  }
  return gap;
}

}  // namespace freefloat
