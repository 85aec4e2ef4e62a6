#include "runtime/run_feed.h"

#include <stdexcept>

#include "runtime/record_pictures.h"

namespace freefloat {

void RunFeed::record(const RunWriterOptions& options, const RecordingConfig& recording, bool lockstep) {
  constexpr std::size_t kRingCycles = 1024;
  RunListener all;
  all.on_cycle = [this](const CycleRecord& cycle) { hand_on(&RunListener::on_cycle, cycle); };
  all.on_phase = [this](const PhaseEvent& event) { hand_on(&RunListener::on_phase, event); };
  all.on_link = [this](const LinkRecord& link) { hand_on(&RunListener::on_link, link); };
  all.on_note = [this](const RunNote& note) { hand_on(&RunListener::on_note, note); };
  auto recorder = Recorder::start(options, kRingCycles, std::move(all));
  if (!recorder) throw std::runtime_error(recorder.error());
  recorder_ = std::move(*recorder);
  lockstep_ = lockstep;
  state_period_ = recording.state_period;
  next_state_ = Time{state_period_};
  listeners_.push_back({.on_picture = record_pictures(*recorder_, recording, lockstep)});
}

CycleRecord& RunFeed::place_for_cycle() {
  if (!recorder_) return own_place_;
  return lockstep_ ? recorder_->next_record_waiting() : recorder_->next_record();
}

void RunFeed::end_cycle(Time now, const Controller& controller) {
  if (!recorder_) return hand_on(&RunListener::on_cycle, own_place_);
  recorder_->push_next();
  recorder_->prepare_push();
  // From time to time the controller's memory, so that a replay can start there, and after a gap in the log.
  if (now < next_state_ && !recorder_->wants_state()) return;
  recorder_->push(controller.state());
  next_state_ = now + state_period_;
}

void RunFeed::tell(const PhaseEvent& event) {
  if (!recorder_) return hand_on(&RunListener::on_phase, event);
  recorder_->push(event);
}

void RunFeed::tell(LinkRecord record) {
  if (recorder_) {
    recorder_->push(record);
    return;
  }
  record.diagnosis.assign(diagnose(record.health, record.at));
  hand_on(&RunListener::on_link, record);
}

}  // namespace freefloat
