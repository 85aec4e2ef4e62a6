#include "operate/day_recording.h"

#include <fmt/format.h>

namespace freefloat {

namespace {

/// The same testbed, without the phases of its experiment.
RunConfig between_runs(RunConfig config) {
  config.experiment.name = "between_runs";
  config.experiment.phases.clear();
  return config;
}

RunListener note_times(std::optional<Time>& first, std::optional<Time>& last) {
  return {.on_cycle = [&first, &last](const CycleRecord& cycle) {
    if (!first) first = cycle.input.now;
    last = cycle.input.now;
  }};
}

}  // namespace

DayRecording::DayRecording(const LiveTestbed& testbed, RunFeed& feed, Time now,
                           const std::filesystem::path& runs_folder, const std::string& command)
    : log_(testbed, between_runs(testbed.config()), tell_all({note_times(first_, last_), feed.tap()}), now,
           runs_folder, command),
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
  feed.tell(RunNote::Kind::kFact, fmt::format("recorded {:.1f} s: {}", to_seconds(*last_ - *first_), path));
}

}  // namespace freefloat
