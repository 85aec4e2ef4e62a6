#include "runlog/run_log.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/link_messages.h"
#include "runlog/messages/run_messages.h"
#include "runlog/run_topics.h"

namespace freefloat {
namespace {

/// Puts the messages of a cycle together again. They share a sequence number and end with the output.
class CycleCollector {
 public:
  CycleCollector(const RunLogHandlers& handlers, RunLogResult& result)
      : handlers_(handlers), result_(result) {}

  void handle(const McapMessage& message) {
    const std::string_view topic = message.channel.topic;
    if (topic == kCycleInputTopic) {
      went_back_ = went_back_ || (inputs_ > 0 && message.sequence < sequence_);
      ++inputs_;
      begin_cycle(message);
    } else if (topic == kLoopTimingTopic) {
      ++timings_;
      whole_ = continues(message) && decode_checked(message, record_.timing);
    } else if (topic == kTruthTopic) {
      whole_ = continues(message) && decode_checked(message, record_.truth.emplace());
    } else if (topic == kCycleOutputTopic) {
      ++outputs_;
      end_cycle(message);
    } else if (topic == kPhaseTopic && handlers_.on_phase) {
      PhaseEvent event;
      if (decode_checked(message, event)) handlers_.on_phase(event);
    } else if (topic == kLinkHealthTopic && handlers_.on_link) {
      LinkRecord record;
      if (decode_checked(message, record)) handlers_.on_link(record);
    }
  }

  /// @param runs Identities of runs in the file.
  bool is_merged(std::size_t runs) const { return runs > 1 || went_back_; }

  void handle(const McapMetadata& metadata) {
    if (auto gap = gap_from(metadata)) result_.gaps.push_back(*std::move(gap));
    if (metadata.name != kRecorderMetadata) return;
    const auto number = [&](const char* key) -> std::optional<std::uint64_t> {
      const auto found = metadata.values.find(key);
      if (found == metadata.values.end()) return std::nullopt;
      return std::strtoull(found->second.c_str(), nullptr, 10);
    };
    result_.run_cycles = number("cycles");
    dropped_records_ = number("dropped_records").value_or(0);
  }

  void finish() {
    if (open_) ++result_.broken_cycles;  // its end is missing from the file
    // Cycles are numbered when they are written: those that were dropped before have no number.
    const std::uint64_t numbered = std::max(result_.run_cycles.value_or(0), next_);
    std::uint64_t dropped = 0;
    for (const LogGap& gap : result_.gaps) dropped += gap.dropped_cycles();
    if (result_.run_cycles) result_.run_cycles = numbered + dropped;
    if (numbered > result_.cycle_count) result_.missing_cycles = numbered - result_.cycle_count;
    result_.missing_cycles += dropped;
  }

  /// @param runs Identities of runs in the file.
  /// @return Why the file is not the log of one run; empty: it is, or holds no message at all.
  std::string explain(std::size_t runs) const {
    const bool any_of_ours = inputs_ > 0 || outputs_ > 0 || timings_ > 0;
    if (runs == 0 && !any_of_ours) {
      return "it is no log of a Freefloat run: neither a run's identity nor its topics (" +
             std::string(kCycleInputTopic) + ", ...) are in it; it was written by '" + result_.file.library +
             "'";
    }
    if (runs > 1) return "it holds " + std::to_string(runs) + " runs; one log is one run";
    if (went_back_)
      return "its cycles begin again from an earlier one: two runs in one file; one log is one run";
    if (!any_of_ours) return explain_gaps();
    for (const auto& [count, topic] : {std::pair(inputs_, kCycleInputTopic),
                                       {outputs_, kCycleOutputTopic},
                                       {timings_, kLoopTimingTopic}}) {
      if (count == 0) return "it has no topic " + std::string(topic) + ", which every run has";
    }
    return explain_gaps();
  }

 private:
  std::string explain_gaps() const {
    const std::uint64_t missing = result_.missing_cycles;
    if (missing == 0 && result_.gaps.empty()) {
      // A log that was closed when its program crashed, or by an older one.
      if (dropped_records_ == 0) return {};
      return "not complete: " + std::to_string(dropped_records_) +
             " records were dropped, it is not known when";
    }
    std::uint64_t messages = 0;
    for (const LogGap& gap : result_.gaps) messages += gap.message_count();
    std::string text = "not complete: " + std::to_string(missing) + " of the run's " +
                       std::to_string(result_.cycle_count + missing) + " cycles are missing";
    if (messages > 0) {
      text += ", " + std::to_string(messages) + " messages in " + std::to_string(result_.gaps.size()) +
              " gap" + (result_.gaps.size() == 1 ? "" : "s");
    }
    return text;
  }

  bool continues(const McapMessage& message) const {
    return open_ && whole_ && message.sequence == sequence_;
  }

  void begin_cycle(const McapMessage& message) {
    if (open_) ++result_.broken_cycles;
    open_ = true;
    sequence_ = message.sequence;
    next_ = std::max<std::uint64_t>(next_, std::uint64_t{sequence_} + 1);
    record_.truth.reset();
    whole_ = decode_checked(message, record_.input);
  }

  void end_cycle(const McapMessage& message) {
    const bool whole = continues(message) && decode_checked(message, record_.output);
    open_ = false;
    if (!whole) {
      ++result_.broken_cycles;
      return;
    }
    ++result_.cycle_count;
    if (handlers_.on_cycle) handlers_.on_cycle(record_);
  }

  template <class T>
  bool decode_checked(const McapMessage& message, T& value) {
    // A log of another version has other fields: the bytes could pass for ours by chance.
    const bool same_fields = message.channel.schema.text == schema<T>();
    if (same_fields && decode(message.data, value)) return true;
    if (result_.problem.empty()) {
      result_.problem = message.channel.topic + " number " + std::to_string(message.sequence) +
                        (same_fields ? " is damaged" : " was written by a version with other fields");
    }
    return false;
  }

  template <class T>
  static const std::string& schema() {
    static const std::string text = schema_text<T>();
    return text;
  }

  const RunLogHandlers& handlers_;
  RunLogResult& result_;
  CycleRecord record_;
  std::uint32_t sequence_ = 0;
  std::uint64_t next_ = 0;  ///< after the highest number of a cycle
  bool open_ = false;       ///< an input has come, its output not yet
  bool whole_ = false;      ///< and nothing of it was missing or damaged
  bool went_back_ = false;
  std::uint64_t dropped_records_ = 0;
  std::uint64_t inputs_ = 0, timings_ = 0, outputs_ = 0;
};

}  // namespace

tl::expected<RunLogResult, std::string> stream_run_log(const std::string& path,
                                                       const RunLogHandlers& handlers) {
  RunLogResult result;
  CycleCollector collector(handlers, result);
  McapHandlers file_handlers;
  file_handlers.on_message = [&](const McapMessage& message) {
    if (handlers.on_message) handlers.on_message(message);
    collector.handle(message);
  };
  file_handlers.on_attachment = handlers.on_attachment;
  std::size_t runs = 0;
  file_handlers.on_metadata = [&](const McapMetadata& metadata) {
    if (metadata.name == kIdentityMetadata) ++runs;
    collector.handle(metadata);
    if (handlers.on_metadata) handlers.on_metadata(metadata);
  };
  auto file = read_mcap(path, file_handlers);
  if (!file) return tl::make_unexpected(file.error());
  collector.finish();
  result.file = *std::move(file);
  result.merged = collector.is_merged(runs);
  if (result.problem.empty()) result.problem = collector.explain(runs);
  return result;
}

tl::expected<RunLog, std::string> read_run_log(const std::string& path) {
  RunLog log;
  RunLogHandlers handlers;
  handlers.on_cycle = [&](const CycleRecord& record) { log.cycles.push_back(record); };
  handlers.on_phase = [&](const PhaseEvent& event) { log.phases.push_back(event); };
  handlers.on_link = [&](const LinkRecord& record) { log.links.push_back(record); };
  handlers.on_attachment = [&](const McapAttachment& attachment) { log.attachments.push_back(attachment); };
  handlers.on_metadata = [&](const McapMetadata& metadata) { log.metadata.push_back(metadata); };
  auto result = stream_run_log(path, handlers);
  if (!result) return tl::make_unexpected(result.error());
  log.result = *std::move(result);
  return log;
}

std::string RunLog::metadata_value(std::string_view name, std::string_view key) const {
  for (const McapMetadata& entry : metadata) {
    if (entry.name != name) continue;
    if (const auto found = entry.values.find(std::string(key)); found != entry.values.end())
      return found->second;
  }
  return {};
}

}  // namespace freefloat
