// Runs and recordings of a day, begun and ended in the thread that makes ready.
#include "operate/day.h"
#include "report/summary_file.h"

namespace freefloat {

std::string Day::command_of_run() const {
  const std::lock_guard lock(mutex_);
  std::string command = "freefloat run " + (settings_.experiments / day_.file).string();
  if (!settings_.testbed.empty()) command += " --testbed " + settings_.testbed;
  for (const auto* settings : {&settings_.settings, &day_.changes}) {
    for (const std::string& setting : *settings) command += " --set '" + setting + "'";
  }
  return command;
}

Time Day::time_of_loop() const {
  const std::lock_guard lock(mutex_);
  return watch_.now;
}

void Day::ask_to_write(WishKind kind, std::string_view what, const CommandOrigin& origin, LoopRun& log) {
  if (!desk_.ask({.kind = kind, .what = what, .origin = origin, .run = &log})) log.done = true;
}

void Day::begin_run(const CommandOrigin& origin) {
  try {
    run_ = std::make_unique<DayRun>(*testbed_, feed_, time_of_loop(), settings_.runs, command_of_run());
    {
      const std::lock_guard lock(mutex_);
      watch_.phases.assign(testbed_->config().experiment.phases.size(), WatchedPhase{});
      watch_.phase.reset();
      day_.run_asked = false;
      day_.running = true;
      day_.log = run_->log_path();
      day_.paused = day_.finished = day_.prepared = false;
    }
    ask_to_write(WishKind::kRun, "run", origin, run_->loop_run());
  } catch (const std::exception& error) {
    run_.reset();
    feed_.tell(RunNote::Kind::kAlarm, error.what());
    const std::lock_guard lock(mutex_);
    day_.run_asked = day_.running = false;
  }
}

void Day::finish_run() {
  const RunRecord record = run_->finish(feed_);
  const std::string name = run_->name();
  run_.reset();
  const bool happened = !record.log_path.empty();
  nlohmann::json last;
  if (happened) {
    const nlohmann::json summary = summary_json(record);
    last = {{"name", name},
            {"passed", summary["passed"]},
            {"log_complete", summary["log_complete"]},
            {"text", summary["text"]}};
    archive_.refresh();
  }
  {
    const std::lock_guard lock(mutex_);
    day_.running = day_.paused = false;
    day_.finished = happened;
    day_.preview = {};  // it was of where the robot was before
    if (happened) day_.last_run = last;
    ++day_.runs_version;
  }
  if (!happened) return;
  shelf_.make_track(name);
}

void Day::begin_recording(const CommandOrigin& origin) {
  try {
    recording_ =
        std::make_unique<DayRecording>(*testbed_, feed_, time_of_loop(), settings_.runs, command_of_run());
    {
      const std::lock_guard lock(mutex_);
      day_.recording = recording_->name();
    }
    ask_to_write(WishKind::kRecord, "record", origin, recording_->loop_run());
  } catch (const std::exception& error) {
    recording_.reset();
    feed_.tell(RunNote::Kind::kAlarm, error.what());
  }
}

void Day::finish_recording() {
  recording_->finish(feed_);
  recording_.reset();
  const std::lock_guard lock(mutex_);
  day_.recording.clear();
}

}  // namespace freefloat
