#pragma once

#include <memory>
#include <vector>

#include "control/controller.h"
#include "runlog/recorder.h"
#include "runlog/run_listener.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Where everything goes that happens in a run: into its log, when there is one, and to all who listen.
///
/// With a log, listeners are called from the recorder's thread, so that they cannot hold up the loop; without
/// one from the loop's, between cycles. Only pictures always come from the thread of the vision.
class RunFeed {
 public:
  RunFeed() = default;
  RunFeed(const RunFeed&) = delete;
  RunFeed& operator=(const RunFeed&) = delete;

  /// Before the run.
  void add(RunListener listener) { listeners_.push_back(std::move(listener)); }

  /// Before the run: everything is logged from now on.
  /// @param options Of the log. @param recording What it keeps beside the cycles.
  /// @param lockstep The run waits for the recorder, so that nothing is ever dropped.
  /// @throws std::runtime_error when the log cannot be begun.
  void record(const RunWriterOptions& options, const RecordingConfig& recording, bool lockstep);

  /// @return The recorder; null without a log.
  Recorder* recorder() { return recorder_.get(); }

  /// For the loop: where the next cycle is written, asked for at its start. What stands there from an older
  /// cycle is to be overwritten. No heap memory is taken.
  CycleRecord& place_for_cycle();

  /// For the loop: the cycle in that place is done. @param now Its time. @param controller After it.
  void end_cycle(Time now, const Controller& controller);

  // For the loop, between cycles; and for the thread of the vision.
  void tell(const PhaseEvent& event);
  void tell(LinkRecord record);
  void tell(const ProcessedPicture& picture) { hand_on(&RunListener::on_picture, picture); }

  /// Not in the loop.
  void tell(RunNote::Kind kind, std::string text) { hand_on(&RunListener::on_note, {kind, std::move(text)}); }

 private:
  template <class Event>
  void hand_on(std::function<void(const Event&)> RunListener::*hear, const Event& event) {
    for (const RunListener& listener : listeners_) {
      if (listener.*hear) (listener.*hear)(event);
    }
  }

  std::vector<RunListener> listeners_;
  CycleRecord own_place_;  // of cycles that no recorder takes
  bool lockstep_ = false;
  Duration state_period_{};
  Time next_state_{};
  std::unique_ptr<Recorder> recorder_;  // last: its thread calls the listeners
};

}  // namespace freefloat
