#include "operate/watch.h"

namespace freefloat {

void Watch::see(const CycleRecord& cycle) {
  const CycleOutput& output = cycle.output;
  ++cycles;
  now = output.now;
  state = output.state;
  faults = output.faults;
  latched_faults = output.latched_faults;
  unmet_checks = output.unmet_checks;
  request = cycle.input.op.request;
  task = cycle.input.op.task;
  estimate = output.estimate;
  if (cycle.input.joints) feedback = cycle.input.joints;
  truth = cycle.truth;
  const PathStage stage = output.guidance.path.stage;
  const bool on_path =
      task == Task::kFollowPath && (stage == PathStage::kApproach || stage == PathStage::kFollow);
  path_begin = on_path ? std::optional(output.guidance.path.begin) : std::nullopt;
  overruns = cycle.timing.overrun_count;
  if (!cycle.input.markers) return;
  const Time at = cycle.input.markers->capture_time;
  if (last_markers && at > *last_markers) {
    constexpr double kShare = 0.02;  // of the newest in the mean
    const double rate = 1.0 / to_seconds(at - *last_markers);
    picture_rate += (picture_rate > 0.0 ? kShare : 1.0) * (rate - picture_rate);
  }
  last_markers = at;
}

void Watch::see(const PhaseEvent& event) {
  using Status = WatchedPhase::Status;
  if (event.phase_number >= phases.size()) return;
  WatchedPhase& watched = phases[event.phase_number];
  if (event.moment == PhaseMoment::kBegin) {
    watched = {.status = Status::kRunning, .begin = event.at, .end = {}, .reason = {}, .numbers = {}};
    phase = event.phase_number;
    return;
  }
  if (watched.status == Status::kWaiting) watched.begin = event.at;
  watched.end = event.at;
  const std::string_view reason = event.reason.view();
  const bool interrupted = reason == "interrupted by the operator" || reason == "aborted by the operator";
  watched.status = event.passed     ? Status::kPassed
                   : event.observed ? Status::kObserved
                   : event.skipped  ? Status::kSkipped
                   : interrupted    ? Status::kInterrupted
                                    : Status::kFailed;
  watched.reason = reason;
  watched.numbers.clear();
  for (std::size_t i = 0; i < event.number_count; ++i)
    watched.numbers.emplace_back(event.numbers[i].name.view(), event.numbers[i].value);
  phase.reset();
}

void Watch::see(const LinkRecord& record) {
  link = record.health;
  link_trouble = record.diagnosis.view();
}

RunListener Watch::listener(std::mutex& mutex) {
  const auto hear = [this, &mutex](const auto& event) {
    const std::lock_guard lock(mutex);
    see(event);
  };
  return {.on_cycle = hear, .on_phase = hear, .on_link = hear, .on_marker_path = hear};
}

void Watch::forget() {
  *this = {};
}

}  // namespace freefloat
