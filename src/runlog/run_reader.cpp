#include "runlog/run_reader.h"

#include <algorithm>
#include <cstdlib>

#include "mcap/schema_text.h"

namespace freefloat {
namespace {

/// @return The definition with the names of today: fields that were called otherwise have the same bytes.
std::string as_named_now(std::string definition) {
  constexpr std::string_view kOnce = "string who\nstring from\n";
  const std::size_t at = definition.find(kOnce);
  if (at != std::string::npos) definition.replace(at, kOnce.size(), "string who\nstring address\n");
  return definition;
}

}  // namespace

std::uint64_t RunLogResult::dropped_cycles() const {
  std::uint64_t dropped = 0;
  for (const LogGap& gap : gaps) dropped += gap.dropped_cycles();
  return dropped;
}

tl::expected<RunReader, std::string> RunReader::open(const std::string& path) {
  auto file = McapReader::open(path);
  if (!file) return tl::make_unexpected(file.error());
  return RunReader(*std::move(file));
}

const RunItem* RunReader::next() {
  item_ = {};
  decoded_ = false;
  const McapItem* const item = ended_ ? nullptr : file_.next();
  result_.file = file_.result();
  if (item == nullptr) {
    if (!ended_) finish();
    ended_ = true;
    return nullptr;
  }
  item_.message = std::get_if<McapMessage>(item);
  item_.attachment = std::get_if<McapAttachment>(item);
  item_.metadata = std::get_if<McapMetadata>(item);
  if (item_.message != nullptr) handle(*item_.message);
  if (item_.metadata != nullptr) handle(*item_.metadata);
  return &item_;
}

const CycleRecord* RunReader::record() {
  if (item_.cycle == nullptr || decoded_) return item_.cycle == nullptr ? nullptr : &record_;
  record_.input = cycle_.input;
  record_.timing = cycle_.timing;
  record_.truth.reset();
  const auto sound = [&](std::string_view topic, bool decoded) { return check(topic, true, decoded); };
  if ((cycle_.truth && !sound(kTruthTopic, decode(*cycle_.truth, record_.truth.emplace()))) ||
      !sound(kCycleOutputTopic, decode(cycle_.output, record_.output))) {
    --result_.cycle_count;
    ++result_.broken_cycles;
    item_.cycle = nullptr;
    return nullptr;
  }
  decoded_ = true;
  return &record_;
}

bool RunReader::has_our_fields() const {
  return item_.message == nullptr || channels_[item_.message->channel.id].our_fields;
}

std::span<const std::uint8_t> RunReader::input_bytes() const {
  return open_ && item_.message != nullptr && item_.message->sequence == sequence_
             ? std::span<const std::uint8_t>(input_)
             : std::span<const std::uint8_t>();
}

bool RunReader::check(std::string_view topic, bool our_fields, bool decoded) {
  if (our_fields && decoded) return true;
  if (result_.problem.empty()) {
    result_.problem = std::string(topic) + " number " + std::to_string(item_.message->sequence) +
                      (our_fields ? " is damaged" : " was written by a version with other fields");
  }
  return false;
}

RunReader::Channel& RunReader::channel_of(const McapMessage& message) {
  const std::uint16_t id = message.channel.id;
  if (id >= channels_.size()) channels_.resize(id + std::size_t{1});
  Channel& channel = channels_[id];
  if (std::exchange(channel.known, true)) return channel;
  channel.topic = find_topic(message.channel.topic);
  visit_topic(channel.topic, [&]<Message T>(const RunTopic<T>&) {
    static const std::string text = schema_text<T>();
    // A log of another version has other fields: the bytes could pass for ours by chance.
    channel.our_fields =
        as_named_now(message.schema.text) == text && message.channel.message_encoding == "cdr";
  });
  return channel;
}

void RunReader::handle(const McapMetadata& metadata) {
  if (auto gap = gap_from(metadata)) result_.gaps.push_back(*std::move(gap));
  if (metadata.name == kIdentityMetadata && ++result_.runs > 1) result_.merged = true;
  if (metadata.name != kRecorderMetadata) return;
  const auto number = [&](const char* key) -> std::optional<std::uint64_t> {
    const auto found = metadata.values.find(key);
    if (found == metadata.values.end()) return std::nullopt;
    return std::strtoull(found->second.c_str(), nullptr, 10);
  };
  result_.numbered_cycles = number("cycles");
  dropped_records_ = number("dropped_records").value_or(0);
}

void RunReader::handle(const McapMessage& message) {
  const Channel channel = channel_of(message);
  if (channel.topic < kRunTopicCount) ++counts_[channel.topic];
  switch (channel.topic) {
    case find_topic(kCycleInputTopic):
      return begin_cycle(message);
    case find_topic(kLawAnswerTopic):
      whole_ = continues(message) && decode_checked(message, cycle_.input.law.emplace());
      return;
    case find_topic(kTargetMarkersTopic):
      whole_ = continues(message) && decode_checked(message, cycle_.input.target_markers.emplace());
      return;
    case find_topic(kLoopTimingTopic):
      whole_ = continues(message) && decode_checked(message, cycle_.timing);
      return;
    case find_topic(kTruthTopic):
      whole_ = continues(message) && check(kTruthTopic, channel.our_fields, true);
      truth_.assign(message.data.begin(), message.data.end());
      cycle_.truth = truth_;
      return;
    case find_topic(kCycleOutputTopic):
      return end_cycle(message);
    default:
      return;
  }
}

void RunReader::begin_cycle(const McapMessage& message) {
  if (open_) ++result_.broken_cycles;
  if (count(kCycleInputTopic) > 1 && message.sequence < sequence_) began_again_ = result_.merged = true;
  open_ = true;
  sequence_ = message.sequence;
  numbered_ = std::max<std::uint64_t>(numbered_, std::uint64_t{sequence_} + 1);
  cycle_.truth.reset();
  cycle_.input.law.reset();
  cycle_.input.target_markers.reset();
  input_.assign(message.data.begin(), message.data.end());
  whole_ = decode_checked(message, cycle_.input);
  if (!whole_ || epoch_ns_) return;
  epoch_ns_ = static_cast<std::int64_t>(message.log_time_ns) - cycle_.input.now.time_since_epoch().count();
  if (from_ > Time::min())
    file_.skip_before(
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, from_.time_since_epoch().count() + *epoch_ns_)));
}

void RunReader::end_cycle(const McapMessage& message) {
  const bool whole = continues(message) && check(kCycleOutputTopic, channel_of(message).our_fields, true);
  open_ = false;
  if (!whole) {
    ++result_.broken_cycles;
    return;
  }
  const Time now = cycle_.input.now;
  const std::uint64_t skipped = result_.file.skipped_chunks;
  const bool follows = std::exchange(skipped_chunks_, skipped) == skipped && last_now_;
  const Duration distance = follows ? now - *last_now_ : Duration{};
  const std::uint64_t expected = result_.next_cycle;
  if (follows && (distance <= Duration{} || sequence_ < expected) && !result_.time_back)
    result_.time_back = {*last_now_, now};
  cycle_.number = sequence_;
  // A record that never reached the file leaves no gap in the numbers, but in the loop's own times.
  const Duration period = cycle_.timing.period;
  cycle_.gap_before = sequence_ != expected || (follows && distance != period);
  cycle_.missing_before = 0;
  if (cycle_.gap_before) {
    const std::int64_t periods = period > Duration::zero() ? (distance + period / 2) / period : 0;
    cycle_.missing_before = sequence_ != expected
                                ? sequence_ - expected
                                : static_cast<std::uint64_t>(std::max<std::int64_t>(periods - 1, 1));
  }
  last_now_ = now;
  result_.next_cycle = std::uint64_t{sequence_} + 1;
  cycle_.output = message.data;
  ++result_.cycle_count;
  item_.cycle = &cycle_;
}

void RunReader::finish() {
  if (open_) ++result_.broken_cycles;  // its end is missing from the file
  // Cycles are numbered when they are written: those that were dropped before have no number.
  const std::uint64_t numbered = std::max(result_.numbered_cycles.value_or(0), numbered_);
  const std::uint64_t dropped = result_.dropped_cycles();
  if (result_.numbered_cycles) result_.run_cycles = numbered + dropped;
  result_.missing_cycles = dropped;
  if (numbered > result_.cycle_count) result_.missing_cycles += numbered - result_.cycle_count;
  if (result_.problem.empty()) result_.problem = explain();
}

/// @return Why the file is not the log of one run; empty: it is, or holds no message at all.
std::string RunReader::explain() const {
  const bool any_of_ours =
      count(kCycleInputTopic) > 0 || count(kCycleOutputTopic) > 0 || count(kLoopTimingTopic) > 0;
  if (result_.runs == 0 && !any_of_ours) {
    return "it is no log of a Freefloat run: neither a run's identity nor its topics (" +
           std::string(kCycleInputTopic) + ", ...) are in it; it was written by '" + result_.file.library +
           "'";
  }
  if (result_.runs > 1) return "it holds " + std::to_string(result_.runs) + " runs; one log is one run";
  if (began_again_)
    return "its cycles begin again from an earlier one: two runs in one file; one log is one run";
  for (const std::string_view topic :
       {kCycleInputTopic.name, kCycleOutputTopic.name, kLoopTimingTopic.name}) {
    if (any_of_ours && counts_[find_topic(topic)] == 0)
      return "it has no topic " + std::string(topic) + ", which every run has";
  }
  return explain_gaps();
}

std::string RunReader::explain_gaps() const {
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
    text += ", " + std::to_string(messages) + " messages in " + std::to_string(result_.gaps.size()) + " gap" +
            (result_.gaps.size() == 1 ? "" : "s");
  }
  return text;
}

}  // namespace freefloat
