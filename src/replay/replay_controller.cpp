#include "replay/replay_controller.h"

#include <algorithm>

#include "config/load/load_experiment.h"
#include "mcap/crc32.h"
#include "mcap/encode.h"
#include "runlog/build_identity.h"

namespace freefloat {

namespace {

RunReader open_log(const std::string& path) {
  auto reader = RunReader::open(path);
  if (!reader) throw ReplayError(reader.error());
  return *std::move(reader);
}

/// @return The time of the newest logged memory of the controller before `at`; the run's start when
/// there is none.
Time find_state(const std::string& path, Time at) {
  constexpr Duration kFirstLook = std::chrono::seconds(4);
  for (Duration look = kFirstLook; at - look > Time{}; look *= 4) {
    std::optional<Time> found;
    RunReader reader = open_log(path);
    reader.skip_before(at - look);
    for (const RunItem* item = reader.next(); item != nullptr; item = reader.next()) {
      if (item->cycle != nullptr && item->cycle->input.now > at) break;
      const auto state = reader.take(kControllerStateTopic);
      if (state && state->last_cycle && *state->last_cycle < at) found = state->last_cycle;
    }
    if (found) return *found;
  }
  return Time::min();
}

/// @return How the running program and `config` differ from what the log was made with.
std::vector<ReplayMismatch> compare_identity(const McapTextMap& identity, const LoggedConfiguration& logged,
                                             const RunConfig& config) {
  std::vector<ReplayMismatch> mismatches;
  const auto compare = [&](const std::string& what, const std::string& log, const std::string& here) {
    if (log != here) mismatches.push_back({what, log.empty() ? "not in the log" : log, here});
  };
  const BuildIdentity build = build_identity();
  compare("git id", text_in(identity, "git_id"), std::string(build.git_id));
  compare("build", text_in(identity, "build_hash"), std::string(build.build_hash));
  for (const ConfigSource& source : config.sources) {
    const auto& files = logged.files();
    const auto same_path = [&](const ConfigSource& file) { return file.path == source.path; };
    const auto kept = std::find_if(files.begin(), files.end(), same_path);
    if (source.path == "--set") continue;
    if (kept == files.end()) {
      mismatches.push_back({"configuration", "without " + source.path, "with it"});
    } else if (kept->text != source.text) {
      mismatches.push_back({"configuration", source.path, "the same file with another text"});
    }
  }
  const auto join = [](const std::vector<std::string>& settings) {
    std::string text;
    for (const std::string& setting : settings) text += (text.empty() ? "" : ", ") + setting;
    return text.empty() ? std::string("none") : text;
  };
  compare("settings", join(logged.settings()), join(config.settings));
  return mismatches;
}

}  // namespace

ControllerReplay::ControllerReplay(const std::string& path, const ReplayOptions& options)
    : path_(path), options_(options), reader_(open_log(path)) {
  // A changed controller has a memory of its own, so it starts at the beginning.
  const Time from =
      options_.from > Time{} && !options_.changed() ? find_state(path_, options_.from) : Time::min();
  part_ = from > Time::min() || options_.to < Time::max();
  reader_.skip_before(from);
  // Identity and configuration stand before all messages.
  while (const RunItem* item = reader_.next()) {
    if (item->attachment != nullptr) logged_.add(*item->attachment);
    if (item->metadata != nullptr) logged_.add(*item->metadata);
    if (item->metadata != nullptr && item->metadata->name == kIdentityMetadata)
      result_.identity = item->metadata->values;
    item_ = *item;
    check_item();
    if (item->message == nullptr) continue;
    const std::string& topic = item->message->channel.topic;
    if (!topic.starts_with("/freefloat/") && topic != kWholePictureTopic.name) continue;
    begin();
    return;
  }
  check_all_is_there();
}

void ControllerReplay::begin() {
  first_waits_ = true;
  if (!options_.other_experiment.empty()) {
    config_ = load_experiment(options_.other_experiment, options_.changes);
  } else if (logged_.present()) {
    config_ = logged_.load(options_.changes);
  } else {
    refuse(
        "the log holds no configuration (made by an older program or cut before it); name the experiment "
        "that was run with --config EXPERIMENT.yaml");
  }
  result_.mismatches = compare_identity(result_.identity, logged_, config_);
  controller_ = std::make_unique<Controller>(config_.controller);
}

const RunItem* ControllerReplay::next() {
  if (!ended_ && !std::exchange(first_waits_, false)) {
    const RunItem* const item = reader_.next();
    ended_ = item == nullptr;
    if (ended_) {
      check_all_is_there();
    } else {
      item_ = *item;
      check_item();
    }
  }
  if (ended_) return nullptr;
  take_state();
  check_input();
  if (item_.cycle != nullptr && item_.cycle->input.now > options_.to) range_over_ = true;
  ended_ = range_over_ || (result_.changed_inputs > 0 && options_.stop_at_difference);
  result_.stopped_early = ended_;
  if (ended_) return nullptr;
  if (item_.cycle != nullptr && !can_replay(*item_.cycle)) item_.cycle = nullptr;
  return &item_;
}

/// Refuses logs of other versions and of more than one run.
void ControllerReplay::check_item() {
  const RunLogResult& log = reader_.result();
  if (log.runs > 1)
    refuse("the file tells of more than one run: two were merged; replay each from its own log");
  if (log.time_back) {
    refuse("time goes back from " + std::to_string(to_seconds(log.time_back->first)) + " s to " +
           std::to_string(to_seconds(log.time_back->second)) +
           " s: two runs were merged into this file; replay each from its own log");
  }
  if (item_.message == nullptr) return;
  const McapChannel& channel = item_.message->channel;
  if (!reader_.has_our_fields()) {
    visit_topic(find_topic(channel.topic), [&](const auto& topic) {
      if (!topic.replayed) return;
      const std::string id = text_in(result_.identity, "git_id");
      refuse(channel.topic + " was written by a version with other fields (schema `" +
             item_.message->schema.name + "`); replay it with the program that wrote it" +
             (id.empty() ? id : ", git id " + id));
    });
  }
  if (channel.topic != kCycleInputTopic.name) return;
  if (input_channel_.value_or(channel.id) != channel.id)
    refuse("two channels of " + channel.topic + ": two runs were merged into this file");
  input_channel_ = channel.id;
}

void ControllerReplay::check_all_is_there() const {
  const McapReadResult& file = reader_.result().file;
  const bool inputs = reader_.count(kCycleInputTopic) > 0;
  const bool outputs = reader_.count(kCycleOutputTopic) > 0;
  if (inputs && outputs && (reader_.result().cycle_count > 0 || part_)) return;
  if (file.library != "freefloat" && !inputs) {
    refuse("this MCAP file was written by `" + (file.library.empty() ? "another program" : file.library) +
           "` and holds no " + std::string(kCycleInputTopic) + ": not the log of a Freefloat run");
  }
  if (!file.problem.empty() && file.message_count == 0)
    refuse("nothing of the run is left in this file: " + file.problem);
  if (!inputs) refuse("the topic " + std::string(kCycleInputTopic) + " is missing");
  if (!outputs) refuse("the topic " + std::string(kCycleOutputTopic) + " is missing");
  refuse("no cycle of the log is whole" + (file.problem.empty() ? std::string() : ": " + file.problem));
}

void ControllerReplay::take_state() {
  if (options_.changed()) return;
  if (const auto target = reader_.take(kTargetSourceStateTopic)) target_source_ = target;
  auto state = reader_.take(kControllerStateTopic);
  if (!state) return;
  state->target_source = std::exchange(target_source_, std::nullopt).value_or(TargetSourceMemory{});
  const std::uint64_t next_cycle = item_.message->sequence;
  if (in_step_ && next_cycle == next_number_ && state->last_cycle == last_now_) {
    if (last_now_ < options_.from) return;
    encode(cdr_, controller_->state());
    ++result_.states;
    CdrWriter logged;  // older logs hold times that count no longer: they are left out
    encode(logged, *state);
    bool same = std::ranges::equal(cdr_.bytes(), logged.bytes());
    encode(cdr_, controller_->state().target_source);
    encode(logged, state->target_source);
    same = same && std::ranges::equal(cdr_.bytes(), logged.bytes());
    if (!same) ++result_.different_states;
    return;
  }
  if (!controller_->restore(*state)) return;
  in_step_ = true;
  state_for_ = next_cycle;
  if (result_.cycles == 0) result_.started_from_state = next_cycle;
}

void ControllerReplay::check_input() {
  const auto check = reader_.take(kInputCheckTopic);
  const auto input = reader_.input_bytes();
  if (!check || input.empty()) return;
  ++result_.checked_inputs;
  if (crc32_of(input) == check->crc32) return;
  ++result_.changed_inputs;
  if (!result_.first_changed)
    result_.first_changed = find_changed_input(item_.message->sequence, input, check->crc32);
}

/// @return Whether the controller's memory is that with which the run went into this cycle.
bool ControllerReplay::can_replay(const LoggedCycle& logged) {
  // A memory that was logged just before this cycle stands for all cycles that are missing.
  const bool restored = std::exchange(state_for_, std::nullopt) == logged.number;
  next_number_ = logged.number + 1;
  last_now_ = logged.input.now;
  const bool wanted = logged.input.now >= options_.from;
  if (logged.gap_before) {
    if (wanted) {
      ++result_.gaps;
      result_.missing += logged.missing_before;
    }
    if (!restored) in_step_ = false;
  }
  if (!in_step_ && !options_.changed()) {
    if (wanted) ++result_.skipped;
    return false;
  }
  const Eigen::Index joints = config_.controller.robot.joint_count();
  if (options_.changed() && logged.input.joints && logged.input.joints->angles.size() != joints) {
    refuse("the robot of this log has " + std::to_string(logged.input.joints->angles.size()) +
           " joints, that of the changed configuration " + std::to_string(joints) +
           ": it is the log of another robot; change only what a log can answer");
  }
  return true;
}

const CycleOutput* ControllerReplay::step(const CycleInput& input) {
  const LoggedCycle& logged = *item_.cycle;
  replayed_ = controller_->step(input);
  if (logged.input.now < options_.from) return nullptr;
  if (result_.cycles++ == 0) result_.begin = logged.input.now;
  result_.end = logged.input.now;
  encode(cdr_, replayed_);
  if (!std::ranges::equal(cdr_.bytes(), logged.output)) {
    note_difference(logged);
    ended_ = result_.stopped_early = options_.stop_at_difference;
  }
  return &replayed_;
}

void ControllerReplay::note_difference(const LoggedCycle& logged) {
  ++result_.different;
  CycleOutput before;
  if (!decode(logged.output, before))
    refuse("the output of cycle " + std::to_string(logged.number) + " is damaged");
  ReplayDifference difference{logged.number, logged.input.now, list_differences(before, replayed_)};
  for (const FieldDifference& field : difference.fields) ++result_.fields[field.path];
  if (!result_.first) result_.first = std::move(difference);
}

ReplayResult ControllerReplay::result() {
  if (result_.cycles == 0 && result_.skipped == 0 && !result_.first_changed) {
    refuse("no cycle of the run lies in the wanted time; see with `freefloat log info " + path_ +
           "` when it begins and ends");
  }
  result_.reading = reader_.result();
  if (range_over_) result_.reading.file.complete = true;
  const std::uint64_t numbered = result_.reading.numbered_cycles.value_or(0);
  if (!result_.stopped_early && numbered > result_.reading.next_cycle) {
    ++result_.gaps;
    result_.missing += numbered - result_.reading.next_cycle;
  }
  return std::move(result_);
}

ReplayResult replay_controller(const std::string& path, const ReplayOptions& options) {
  ControllerReplay replay(path, options);
  while (const RunItem* item = replay.next()) {
    if (item->cycle != nullptr) replay.step(item->cycle->input);
  }
  return replay.result();
}

}  // namespace freefloat
