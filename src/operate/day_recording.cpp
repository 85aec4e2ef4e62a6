#include "operate/day_recording.h"

#include <array>
#include <cstdio>

namespace freefloat {

namespace {

/// The same testbed, without the phases of its experiment.
RunConfig between_runs(RunConfig config) {
  config.experiment.name = "between_runs";
  config.experiment.phases.clear();
  return config;
}

RunListener noting_times(RunListener tap, std::optional<Time>& first, std::optional<Time>& last) {
  tap.on_cycle = [&first, &last, on = std::move(tap.on_cycle)](const CycleRecord& cycle) {
    if (!first) first = cycle.input.now;
    last = cycle.input.now;
    on(cycle);
  };
  return tap;
}

}  // namespace

DayRecording::DayRecording(const LiveTestbed& testbed, RunFeed& feed, Time now,
                           const std::filesystem::path& runs_folder, const std::string& command)
    : log_(testbed, between_runs(testbed.config()), noting_times(feed.tap(), first_, last_), now, runs_folder,
           command),
      loop_run_{.phases = PhaseRunner({}, fault_words(testbed.config().controller, testbed.law())),
                .log = &log_.log(),
                .watches = true} {}

void DayRecording::finish(RunFeed& feed) {
  const bool complete = log_.close(feed);
  if (!first_) return log_.remove();  // refused by the loop
  const std::string path = log_.path();
  if (path.empty() || !complete) {
    return feed.tell(RunNote::Kind::kAlarm, "the log of what went on between runs is not complete: " +
                                                (path.empty() ? "its file is gone" : path));
  }
  std::array<char, 40> recorded{};
  std::snprintf(recorded.data(), recorded.size(), "recorded %.1f s: ", to_seconds(*last_ - *first_));
  feed.tell(RunNote::Kind::kFact, recorded.data() + path);
}

}  // namespace freefloat
