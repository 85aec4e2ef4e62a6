#include "replay/run_reader.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "mcap/crc32.h"
#include "mcap/decode.h"
#include "mcap/schema_text.h"
#include "runlog/log_gap.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/input_check.h"
#include "runlog/messages/run_messages.h"
#include "runlog/run_topics.h"

namespace freefloat {

namespace {

/// Ends a reading whose range is over.
struct RangeIsOver {};

/// What a channel carries.
enum class Kind : std::uint8_t {
  kUnknown,
  kIgnored,
  kInput,
  kInputCheck,
  kTiming,
  kTruth,
  kOutput,
  kPhase,
  kState,
  kOther
};

class RunReader {
 public:
  RunReader(const std::string& path, const RunReaderHandlers& handlers, const RunReaderRange& range)
      : path_(path), handlers_(handlers), range_(range) {}

  RunReaderResult read();

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw ReplayError(path_ + ": " + why); }

  void handle_metadata(const McapMetadata& metadata);
  void handle_message(const McapMessage& message);
  Kind kind_of(const McapChannel& channel);
  void begin_cycle(const McapMessage& message);
  void check_input(const McapMessage& message);
  void end_cycle(const McapMessage& message);
  void check_all_is_there(const McapReadResult& file) const;

  template <class T>
  Kind checked(const McapChannel& channel, Kind kind) const;
  template <class T>
  bool take(const McapMessage& message, T& value) {
    return open_ && whole_ && message.sequence == sequence_ && decode(message.data, value);
  }

  const std::string path_;
  const RunReaderHandlers& handlers_;
  const RunReaderRange range_;
  LoggedRun run_;
  RunReaderResult result_;
  std::vector<Kind> kinds_;  // by channel id
  std::int64_t epoch_ns_ = 0;
  bool begun_ = false;
  bool epoch_known_ = false;
  bool seen_input_ = false, seen_output_ = false;
  LoggedCycle cycle_;
  std::vector<std::uint8_t> input_, truth_;
  std::uint32_t sequence_ = 0;
  bool open_ = false, whole_ = false;
  bool first_ = true;
  std::uint64_t expected_ = 0;
  Time last_now_{};
};

template <class T>
Kind RunReader::checked(const McapChannel& channel, Kind kind) const {
  static const std::string text = schema_text<T>();
  if (channel.schema.text == text && channel.message_encoding == "cdr") return kind;
  const auto id = run_.identity.find("git_id");
  refuse(channel.topic + " was written by a version with other fields (schema `" + channel.schema.name +
         "`); replay it with the program that wrote it" +
         (id == run_.identity.end() ? std::string() : ", git id " + id->second));
}

Kind RunReader::kind_of(const McapChannel& channel) {
  if (channel.id >= kinds_.size()) kinds_.resize(channel.id + std::size_t{1}, Kind::kUnknown);
  Kind& kind = kinds_[channel.id];
  if (kind != Kind::kUnknown) return kind;
  if (channel.topic == kCycleInputTopic) {
    kind = checked<CycleInput>(channel, Kind::kInput);
  } else if (channel.topic == kInputCheckTopic) {
    kind = checked<InputCheck>(channel, Kind::kInputCheck);
  } else if (channel.topic == kLoopTimingTopic) {
    kind = checked<LoopTiming>(channel, Kind::kTiming);
  } else if (channel.topic == kTruthTopic) {
    kind = checked<Truth>(channel, Kind::kTruth);
  } else if (channel.topic == kCycleOutputTopic) {
    kind = checked<CycleOutput>(channel, Kind::kOutput);
  } else if (channel.topic == kPhaseTopic) {
    kind = checked<PhaseEvent>(channel, Kind::kPhase);
  } else if (channel.topic == kControllerStateTopic) {
    kind = checked<ControllerState>(channel, Kind::kState);
  } else {
    kind = channel.topic.starts_with("/freefloat/") || channel.topic == kWholePictureTopic ? Kind::kOther
                                                                                           : Kind::kIgnored;
  }
  if (kind == Kind::kInput) {
    if (seen_input_) refuse("two channels of " + channel.topic + ": two runs were merged into this file");
    seen_input_ = true;
  }
  if (kind == Kind::kOutput) seen_output_ = true;
  return kind;
}

void RunReader::handle_metadata(const McapMetadata& metadata) {
  if (metadata.name == kIdentityMetadata) {
    if (!run_.identity.empty()) {
      refuse("the file tells of more than one run: two were merged; replay each from its own log");
    }
    run_.identity = metadata.values;
  }
  if (const auto gap = gap_from(metadata)) result_.dropped_cycles += gap->dropped_cycles();
  if (metadata.name == kRecorderMetadata) {
    const auto cycles = metadata.values.find("cycles");
    if (cycles != metadata.values.end())
      result_.numbered_cycles = std::strtoull(cycles->second.c_str(), nullptr, 10);
  }
  run_.configuration.add(metadata);
}

void RunReader::handle_message(const McapMessage& message) {
  const Kind kind = kind_of(message.channel);
  // Identity and configuration stand before all messages.
  if (!begun_ && kind != Kind::kIgnored) {
    begun_ = true;
    if (handlers_.on_begin) handlers_.on_begin(run_);
  }
  switch (kind) {
    case Kind::kInput:
      return begin_cycle(message);
    case Kind::kInputCheck:
      return check_input(message);
    case Kind::kTiming:
      whole_ = take(message, cycle_.timing);
      return;
    case Kind::kTruth:
      // Few need it, so it is not decoded here.
      truth_.assign(message.data.begin(), message.data.end());
      cycle_.truth = truth_;
      return;
    case Kind::kOutput:
      return end_cycle(message);
    case Kind::kPhase:
      if (handlers_.on_phase) {
        PhaseEvent event;
        if (decode(message.data, event)) handlers_.on_phase(event);
      }
      return;
    case Kind::kState:
      if (handlers_.on_state) handlers_.on_state(message.sequence, message.data);
      return;
    case Kind::kOther:
      if (handlers_.on_other) handlers_.on_other(message);
      return;
    case Kind::kUnknown:
    case Kind::kIgnored:
      return;
  }
}

void RunReader::begin_cycle(const McapMessage& message) {
  if (open_) ++result_.broken_cycles;
  open_ = true;
  whole_ = true;
  sequence_ = message.sequence;
  cycle_.truth.reset();
  whole_ = take(message, cycle_.input);
  input_.assign(message.data.begin(), message.data.end());
  if (!epoch_known_) {
    epoch_known_ = true;
    epoch_ns_ = static_cast<std::int64_t>(message.log_time_ns) - cycle_.input.now.time_since_epoch().count();
  }
}

void RunReader::check_input(const McapMessage& message) {
  InputCheck check;
  if (!open_ || message.sequence != sequence_ || !decode(message.data, check)) return;
  ++result_.checked_inputs;
  if (crc32_of(input_) == check.crc32 || !handlers_.on_changed_input) return;
  handlers_.on_changed_input(find_changed_input(sequence_, input_, check.crc32));
}

void RunReader::end_cycle(const McapMessage& message) {
  const bool whole = open_ && whole_ && message.sequence == sequence_;
  open_ = false;
  if (!whole) {
    ++result_.broken_cycles;
    return;
  }
  cycle_.number = sequence_;
  const Time now = cycle_.input.now;
  if (!first_ && (now <= last_now_ || sequence_ < expected_)) {
    refuse("time goes back from " + std::to_string(to_seconds(last_now_)) + " s to " +
           std::to_string(to_seconds(now)) +
           " s: two runs were merged into this file; replay each from its own log");
  }
  // A record that never reached the file leaves no gap in the numbers, but in the loop's own times.
  const Duration period = cycle_.timing.period;
  cycle_.gap_before = sequence_ != expected_ || (!first_ && now - last_now_ != period);
  cycle_.missing_before = 0;
  if (cycle_.gap_before) {
    const std::int64_t periods = period > Duration::zero() ? (now - last_now_ + period / 2) / period : 0;
    cycle_.missing_before = sequence_ != expected_
                                ? sequence_ - expected_
                                : static_cast<std::uint64_t>(std::max<std::int64_t>(periods - 1, 1));
  }
  first_ = false;
  last_now_ = now;
  expected_ = std::uint64_t{sequence_} + 1;
  result_.next_cycle = expected_;
  if (now > range_.to) {
    result_.stopped_early = true;
    throw RangeIsOver{};
  }
  cycle_.output = message.data;
  ++result_.cycles;
  if (handlers_.on_cycle) handlers_.on_cycle(cycle_);
}

void RunReader::check_all_is_there(const McapReadResult& file) const {
  const bool part = range_.from > Time::min() || range_.to < Time::max();
  if (seen_input_ && seen_output_ && (!first_ || part)) return;
  if (file.library != "freefloat" && !seen_input_) {
    refuse("this MCAP file was written by `" + (file.library.empty() ? "another program" : file.library) +
           "` and holds no " + std::string(kCycleInputTopic) + ": not the log of a Freefloat run");
  }
  if (!file.problem.empty() && file.message_count == 0) {
    refuse("nothing of the run is left in this file: " + file.problem);
  }
  if (!seen_input_) refuse("the topic " + std::string(kCycleInputTopic) + " is missing");
  if (!seen_output_) refuse("the topic " + std::string(kCycleOutputTopic) + " is missing");
  refuse("no cycle of the log is whole" + (file.problem.empty() ? std::string() : ": " + file.problem));
}

RunReaderResult RunReader::read() {
  McapHandlers file_handlers;
  file_handlers.on_message = [this](const McapMessage& message) { handle_message(message); };
  file_handlers.on_attachment = [this](const McapAttachment& attachment) {
    run_.configuration.add(attachment);
  };
  file_handlers.on_metadata = [this](const McapMetadata& metadata) { handle_metadata(metadata); };
  if (range_.from > Time::min()) {
    file_handlers.wants_chunk = [this](std::uint64_t, std::uint64_t last_ns) {
      if (!epoch_known_) return true;
      const bool wanted =
          static_cast<std::int64_t>(last_ns) - epoch_ns_ >= range_.from.time_since_epoch().count();
      if (!wanted) first_ = true;
      return wanted;
    };
  }
  try {
    auto file = read_mcap(path_, file_handlers);
    if (!file) throw ReplayError(file.error());
    result_.file = *std::move(file);
    if (open_) ++result_.broken_cycles;
    check_all_is_there(result_.file);
  } catch (const RangeIsOver&) {
    result_.file.complete = true;
  }
  return result_;
}

}  // namespace

RunReaderResult read_run(const std::string& path, const RunReaderHandlers& handlers,
                         const RunReaderRange& range) {
  return RunReader(path, handlers, range).read();
}

}  // namespace freefloat
