#include "runtime/run_feed.h"

#include <thread>

namespace freefloat {

void RunFeed::record(const RunWriterOptions& options, const RecordingConfig& recording, bool lockstep) {
  lockstep_ = lockstep;
  own_log_ = std::make_unique<RunLog>(options, recording, lockstep, tap(Source::kLog));
  next_state_ = Time{own_log_->state_period()};
  use(&own_log_->recorder(), own_log_.get());
}

void RunFeed::listen(bool lockstep) {
  constexpr std::size_t kRingCycles = 1024;
  if (between_runs_) return;
  lockstep_ = lockstep;
  between_runs_ = Recorder::listen_only(kRingCycles, tap(Source::kBetweenRuns));
  use(between_runs_.get(), nullptr);
}

RunListener RunFeed::tap(Source source) {
  RunListener listener = listen_by([this](const auto& event) {
    const std::lock_guard lock(telling_);
    hand_on(event);
  });
  listener.on_cycle = [this, source](const CycleRecord& cycle) { tell_in_order(cycle, source); };
  return listener;
}

/// Two recorders' threads tell at the begin and end of a run: the later one waits for the earlier.
void RunFeed::tell_in_order(const CycleRecord& cycle, Source source) {
  for (;; std::this_thread::sleep_for(std::chrono::microseconds(100))) {
    const std::lock_guard lock(telling_);
    const Recorder* const before = before_.load();
    const bool own = source == Source::kBetweenRuns && before == between_runs_.get();
    const bool log = source == Source::kLog && before != between_runs_.get();
    if (before != nullptr && !own && !log && !before->is_idle()) continue;
    return hand_on(cycle);
  }
}

void RunFeed::forget_log() {
  const std::lock_guard lock(telling_);
  if (before_.load() != between_runs_.get()) before_.store(nullptr);
}

void RunFeed::use(Recorder* recorder, RunLog* log) {
  before_.store(recorder_);
  recorder_ = recorder;
  in_use_.store(recorder);
  log_.store(log);
}

CycleRecord& RunFeed::place_for_cycle() {
  if (recorder_ == nullptr) return own_place_;
  return lockstep_ ? recorder_->next_record_waiting() : recorder_->next_record();
}

void RunFeed::end_cycle(Time now, const Controller& controller) {
  if (recorder_ == nullptr) return hand_on(own_place_);
  recorder_->push_next();
  recorder_->prepare_push();
  RunLog* const log = log_.load(std::memory_order_relaxed);
  // From time to time the controller's memory, so that a replay can start there, and after a gap in the log.
  if (log == nullptr || (now < next_state_ && !recorder_->wants_state())) return;
  recorder_->push(controller.state());
  next_state_ = now + log->state_period();
}

void RunFeed::begin_log(RunLog& log, Time now, const Controller& controller) {
  use(&log.recorder(), &log);
  recorder_->push(controller.state());
  next_state_ = now + log.state_period();
}

void RunFeed::end_log() {
  use(between_runs_.get(), nullptr);
}

void RunFeed::await_end_of_log() const {
  while (picture_in_hand_.load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void RunFeed::await_told() const {
  const Recorder* const recorder = in_use_.load();
  while (recorder != nullptr && !recorder->is_idle())
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void RunFeed::tell(const ProcessedPicture& picture) {
  picture_in_hand_.store(true);
  if (RunLog* const log = log_.load()) log->log(picture);
  picture_in_hand_.store(false);
  hand_on(picture);
}

void RunFeed::tell(RunNote::Kind kind, std::string text) {
  const std::lock_guard lock(telling_);
  hand_on(RunNote{kind, std::move(text)});
}

}  // namespace freefloat
