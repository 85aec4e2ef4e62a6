#include "replay/replay_controller.h"

#include <algorithm>
#include <memory>

#include "config/load_experiment.h"
#include "mcap/decode.h"
#include "mcap/encode.h"
#include "runlog/build_identity.h"
#include "runlog/messages/controller_messages.h"
#include "runlog/messages/cycle_messages.h"

namespace freefloat {

namespace {

/// Ends a replay at the first difference.
struct FoundDifference {};

bool equal_bytes(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

class Replay {
 public:
  Replay(const std::string& path, const ReplayOptions& options) : path_(path), options_(options) {}

  ReplayResult run(const RunReaderRange& range);

 private:
  void begin(const LoggedRun& run);
  void take_state(std::uint64_t next_cycle, std::span<const std::uint8_t> bytes);
  void replay_cycle(const LoggedCycle& logged);
  void note_changed(const ChangedInput& input);
  void note_difference(const LoggedCycle& logged, const CycleOutput& replayed);
  bool changed() const { return !options_.changes.empty() || !options_.other_experiment.empty(); }

  const std::string path_;
  const ReplayOptions& options_;
  ReplayResult result_;
  std::unique_ptr<Controller> controller_;
  Eigen::Index joints_ = 0;
  CdrWriter cdr_;
  bool in_step_ = true;  // the controller's memory is that of the run
  std::optional<std::uint64_t> state_for_;
  std::uint64_t next_number_ = 0;
  Time last_now_{};
};

void Replay::begin(const LoggedRun& run) {
  result_.identity = run.identity;
  RunConfig config;
  if (!options_.other_experiment.empty()) {
    config = load_experiment(options_.other_experiment, options_.changes);
  } else if (run.configuration.present()) {
    config = run.configuration.load(options_.changes);
  } else {
    throw ReplayError(path_ +
                      ": the log holds no configuration (made by an older program or cut before it); name " +
                      "the experiment that was run with --config EXPERIMENT.yaml");
  }
  result_.mismatches = compare_identity(run, config);
  controller_ = std::make_unique<Controller>(config.controller);
  joints_ = config.controller.robot.joint_count();
  if (options_.on_begin) options_.on_begin(config, *controller_);
}

void Replay::take_state(std::uint64_t next_cycle, std::span<const std::uint8_t> bytes) {
  ControllerState state;
  if (!controller_ || changed() || !decode(bytes, state)) return;
  const bool follows = next_cycle == next_number_ && state.last_cycle == last_now_;
  if (in_step_ && follows) {
    if (last_now_ < options_.from) return;
    encode(cdr_, controller_->state());
    ++result_.states;
    if (!equal_bytes(cdr_.bytes(), bytes)) ++result_.different_states;
    return;
  }
  if (!controller_->restore(state)) return;
  in_step_ = true;
  state_for_ = next_cycle;
  if (result_.cycles == 0) result_.started_from_state = next_cycle;
}

void Replay::replay_cycle(const LoggedCycle& logged) {
  // A memory that was logged just before this cycle stands for all cycles that are missing.
  const bool restored = state_for_ == logged.number;
  state_for_.reset();
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
  if (!in_step_ && !changed()) {
    if (wanted) ++result_.skipped;
    return;
  }
  if (changed() && logged.input.joints && logged.input.joints->angles.size() != joints_) {
    throw ReplayError(path_ + ": the robot of this log has " +
                      std::to_string(logged.input.joints->angles.size()) +
                      " joints, that of the changed configuration " + std::to_string(joints_) +
                      ": it is the log of another robot; change only what a log can answer");
  }
  CycleInput input = logged.input;
  if (options_.on_input) options_.on_input(input);
  const CycleOutput replayed = controller_->step(input);
  if (!wanted) return;
  if (result_.cycles++ == 0) result_.begin = logged.input.now;
  result_.end = logged.input.now;
  encode(cdr_, replayed);
  const bool same = equal_bytes(cdr_.bytes(), logged.output);
  if (!same) note_difference(logged, replayed);
  if (options_.on_cycle) options_.on_cycle(logged, replayed, same);
  if (!same && options_.stop_at_difference) throw FoundDifference{};
}

void Replay::note_changed(const ChangedInput& input) {
  ++result_.changed_inputs;
  if (!result_.first_changed) result_.first_changed = input;
  if (options_.stop_at_difference) throw FoundDifference{};
}

void Replay::note_difference(const LoggedCycle& logged, const CycleOutput& replayed) {
  ++result_.different;
  CycleOutput before;
  if (!decode(logged.output, before))
    throw ReplayError(path_ + ": the output of cycle " + std::to_string(logged.number) + " is damaged");
  ReplayDifference difference{logged.number, logged.input.now, {}};
  compare_fields(before, replayed, [&](std::string_view name, const FieldValue* a, const FieldValue* b) {
    ++result_.fields[std::string(name)];
    if (result_.first) return;
    difference.fields.push_back(
        {std::string(name), a != nullptr ? to_text(*a) : "-", b != nullptr ? to_text(*b) : "-"});
  });
  if (!result_.first) result_.first = std::move(difference);
}

ReplayResult Replay::run(const RunReaderRange& range) {
  RunReaderHandlers handlers;
  handlers.on_begin = [this](const LoggedRun& run) { begin(run); };
  handlers.on_state = [this](std::uint64_t next, std::span<const std::uint8_t> bytes) {
    take_state(next, bytes);
  };
  handlers.on_cycle = [this](const LoggedCycle& cycle) { replay_cycle(cycle); };
  handlers.on_changed_input = [this](const ChangedInput& input) { note_changed(input); };
  handlers.on_phase = options_.on_phase;
  handlers.on_other = options_.on_other;
  try {
    result_.reading = read_run(path_, handlers, range);
  } catch (const FoundDifference&) {
    result_.reading.stopped_early = true;
  }
  const RunReaderResult& reading = result_.reading;
  if (!reading.stopped_early && reading.numbered_cycles.value_or(0) > reading.next_cycle) {
    ++result_.gaps;
    result_.missing += *reading.numbered_cycles - reading.next_cycle;
  }
  return std::move(result_);
}

/// @return The time of the newest logged memory of the controller before `at`; the run's start when
/// there is none.
Time find_state(const std::string& path, Time at) {
  constexpr Duration kFirstLook = std::chrono::seconds(4);
  for (Duration look = kFirstLook; at - look > Time{}; look *= 4) {
    std::optional<Time> found;
    RunReaderHandlers handlers;
    handlers.on_state = [&](std::uint64_t, std::span<const std::uint8_t> bytes) {
      ControllerState state;
      if (decode(bytes, state) && state.last_cycle < at) found = state.last_cycle;
    };
    read_run(path, handlers, {at - look, at});
    if (found) return *found;
  }
  return Time::min();
}

}  // namespace

std::vector<ReplayMismatch> compare_identity(const LoggedRun& run, const RunConfig& config) {
  std::vector<ReplayMismatch> mismatches;
  const auto value = [&](const char* key) {
    const auto found = run.identity.find(key);
    return found == run.identity.end() ? std::string() : found->second;
  };
  const auto compare = [&](const std::string& what, const std::string& log, const std::string& here) {
    if (log != here) mismatches.push_back({what, log.empty() ? "not in the log" : log, here});
  };
  const BuildIdentity build = build_identity();
  compare("git id", value("git_id"), std::string(build.git_id));
  compare("build", value("build_hash"), std::string(build.build_hash));
  const LoggedConfiguration& logged = run.configuration;
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

ReplayResult replay_controller(const std::string& path, const ReplayOptions& options) {
  RunReaderRange range{Time::min(), options.to};
  // A changed controller has a memory of its own, so it starts at the beginning.
  const bool changed = !options.changes.empty() || !options.other_experiment.empty();
  if (options.from > Time{} && !changed) range.from = find_state(path, options.from);
  ReplayResult result = Replay(path, options).run(range);
  if (result.cycles == 0 && result.skipped == 0 && !result.first_changed) {
    throw ReplayError(path + ": no cycle of the run lies in the wanted time; see with `freefloat log info " +
                      path + "` when it begins and ends");
  }
  return result;
}

}  // namespace freefloat
