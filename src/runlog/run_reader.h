#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "mcap/decode.h"
#include "mcap/mcap_reader.h"
#include "runlog/cycle_record.h"
#include "runlog/log_gap.h"
#include "runlog/run_topics.h"

namespace freefloat {

/// One cycle as it stands in a log; valid until the reader goes on.
struct LoggedCycle {
  std::uint64_t number = 0;  ///< in the log, from 0
  CycleInput input;
  LoopTiming timing;
  std::span<const std::uint8_t> output;                ///< CycleOutput as a CDR message
  std::optional<std::span<const std::uint8_t>> truth;  ///< the same of Truth
  bool gap_before = false;           ///< cycles are missing between the one before and this one
  std::uint64_t missing_before = 0;  ///< how many; about, where the recorder never got them
};

/// What comes next in a log; what it is not is null. Valid until the reader goes on.
struct RunItem {
  const McapMessage* message = nullptr;  ///< every message, undecoded
  const LoggedCycle* cycle = nullptr;    ///< that ends with this message
  const McapAttachment* attachment = nullptr;
  const McapMetadata* metadata = nullptr;
};

/// How far a run's log could be read, and what is wrong with it.
struct RunLogResult {
  McapReadResult file;
  std::uint64_t cycle_count = 0;
  std::uint64_t broken_cycles = 0;  ///< left out, because a message of theirs is missing or damaged
  std::uint64_t next_cycle = 0;     ///< the number that a cycle after the last one would have
  std::size_t runs = 0;             ///< that identify themselves in it
  bool merged = false;              ///< it holds more than one run
  std::optional<std::pair<Time, Time>> time_back;  ///< two cycles in a row of which the second is the earlier
  std::vector<LogGap> gaps;                        ///< what is missing, as the log itself tells
  std::optional<std::uint64_t> numbered_cycles;    ///< of the run; nothing: the log was never closed
  std::optional<std::uint64_t>
      run_cycles;                    ///< at the end: the same with those that were dropped, without number
  std::uint64_t missing_cycles = 0;  ///< at the end: of them, as far as known
  std::string problem;  ///< why it is no run, not a whole one, or more than one; empty: nothing is wrong

  /// @return Cycles that have no number, because they never reached the log.
  std::uint64_t dropped_cycles() const;
};

/// Reads the log of a run one item after the other; memory does not grow with the file. What is not asked for
/// is not decoded.
class RunReader {
 public:
  /// @return An error when the file cannot be opened or is no MCAP file.
  static tl::expected<RunReader, std::string> open(const std::string& path);

  /// @return What comes next, in the order of the file; null: there is no more.
  const RunItem* next();

  /// Chunks that hold nothing from this time of the run on are skipped, but for the first.
  void skip_before(Time from) { from_ = from; }

  /// @return The message of the item, when it is of that topic and sound; else it is noted as a problem.
  template <Message T>
  std::optional<T> take(const RunTopic<T>& topic) {
    std::optional<T> content;
    if (item_.message == nullptr || item_.message->channel.topic != topic.name) return content;
    if (!decode_checked(*item_.message, content.emplace())) content.reset();
    return content;
  }

  /// @return The cycle of the item, decoded wholly; null: there is none, or it is damaged and counted so.
  const CycleRecord* record();

  /// @return Whether the message of the item has the fields that its topic has in this program; also when it
  /// is of no topic of a run.
  bool has_our_fields() const;

  /// @return The input, as a CDR message, of the cycle that the item's message belongs to; empty: not known.
  std::span<const std::uint8_t> input_bytes() const;

  /// @return Messages so far on a topic of a run.
  std::uint64_t count(std::string_view topic) const { return counts_[find_topic(topic)]; }

  /// So far; whole after the last item.
  const RunLogResult& result() const { return result_; }

 private:
  /// What a channel carries.
  struct Channel {
    std::size_t topic = kRunTopicCount;
    bool known = false;
    bool our_fields = true;
  };

  explicit RunReader(McapReader&& file) : file_(std::move(file)) {}

  Channel& channel_of(const McapMessage& message);
  void handle(const McapMessage& message);
  void handle(const McapMetadata& metadata);
  void begin_cycle(const McapMessage& message);
  void end_cycle(const McapMessage& message);
  void finish();
  std::string explain() const;
  std::string explain_gaps() const;
  bool continues(const McapMessage& message) const {
    return open_ && whole_ && message.sequence == sequence_;
  }

  template <Message T>
  bool decode_checked(const McapMessage& message, T& value) {
    const bool our_fields = channel_of(message).our_fields;
    return check(message.channel.topic, our_fields, our_fields && decode(message.data, value));
  }
  bool check(std::string_view topic, bool our_fields, bool decoded);

  McapReader file_;
  RunLogResult result_;
  RunItem item_;
  LoggedCycle cycle_;
  CycleRecord record_;
  std::vector<Channel> channels_;            ///< by their numbers
  std::vector<std::uint8_t> input_, truth_;  ///< of the cycle in hand
  std::array<std::uint64_t, kRunTopicCount> counts_{};
  Time from_ = Time::min();
  std::optional<std::int64_t> epoch_ns_;  ///< log time less the run's
  std::uint32_t sequence_ = 0;
  std::uint64_t numbered_ = 0;  ///< after the highest number of a cycle
  std::uint64_t skipped_chunks_ = 0;
  std::uint64_t dropped_records_ = 0;
  std::optional<Time> last_now_;  ///< of the cycle before
  bool open_ = false;             ///< an input has come, its output not yet
  bool whole_ = false;            ///< and nothing of it was missing or damaged
  bool decoded_ = false;          ///< `record_` is the item's cycle
  bool began_again_ = false;      ///< the cycles' numbers
  bool ended_ = false;
};

}  // namespace freefloat
