#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "control/controller.h"
#include "runlog/recorder.h"
#include "runlog/run_listener.h"
#include "runtime/run_config.h"
#include "runtime/run_log.h"

namespace freefloat {

/// Where everything goes that happens in a loop: into the log of a run, when there is one, and to all who
/// listen.
///
/// With a log, or between the runs of a day, listeners are called from a recorder's thread, so that they
/// cannot hold up the loop; in a run without a log from the loop's, between cycles. Only pictures always come
/// from the thread of the vision.
class RunFeed {
 public:
  RunFeed() = default;
  RunFeed(const RunFeed&) = delete;
  RunFeed& operator=(const RunFeed&) = delete;

  /// Before the loop.
  void add(RunListener listener) { listeners_.push_back(std::move(listener)); }

  /// Before the loop of one run: everything is logged from now on. Same parameters as RunLog's.
  /// @throws std::runtime_error when the log cannot be begun.
  void record(const RunWriterOptions& options, const RecordingConfig& recording, bool lockstep);

  /// Before the loop of a day: listeners hear of it from a thread of their own, whether there is a run or
  /// not. Done once; the loops of a day are all in lockstep, or none is.
  void listen(bool lockstep);

  /// @return What hands on to all listeners: for the log of a run of a day. Cycles of the run are told after
  /// those before it, and before those after it.
  RunListener tap() { return tap(Source::kLog); }

  /// @return The recorder of `record`; null without one.
  Recorder* recorder() { return own_log_ != nullptr ? &own_log_->recorder() : nullptr; }

  /// For the loop: where the next cycle is written, asked for at its start. What stands there from an older
  /// cycle is to be overwritten. No heap memory is taken.
  CycleRecord& place_for_cycle();

  /// For the loop: the cycle in that place is done. @param now Its time. @param controller After it.
  void end_cycle(Time now, const Controller& controller);

  /// For the loop, between cycles: everything goes into this log from now on. It begins with the memory with
  /// which the controller goes into the next cycle. @param log Must stay until `await_end_of_log`.
  void begin_log(RunLog& log, Time now, const Controller& controller);

  /// For the loop, between cycles.
  void end_log();

  /// For the thread that made a log, after the loop has let it go: waits until the vision's has too.
  void await_end_of_log() const;

  /// For the same thread: the log's recorder is closed, and will be no more.
  void forget_log();

  /// For other threads than the loop's: waits until all cycles that the loop has ended were told.
  void await_told() const;

  // For the loop, between cycles; and for the thread of the vision.
  /// What a recorder takes beside cycles.
  template <class Record>
  void tell(Record record) {
    if (recorder_ != nullptr) {
      recorder_->push(record);
      return;
    }
    fill_in_diagnosis(record);
    hand_on(record);
  }
  void tell(const ProcessedPicture& picture);
  /// Not in the loop.
  void tell(RunNote::Kind kind, std::string text);

 private:
  enum class Source : std::uint8_t { kBetweenRuns, kLog };

  template <class Event>
  void hand_on(const Event& event) {
    for (const RunListener& listener : listeners_) listener.hear(event);
  }
  RunListener tap(Source source);
  void tell_in_order(const CycleRecord& cycle, Source source);
  void use(Recorder* recorder, RunLog* log);

  std::vector<RunListener> listeners_;
  std::mutex telling_;     // of the recorders' threads: two of them at the begin and end of a run
  CycleRecord own_place_;  // of cycles that no recorder takes
  bool lockstep_ = false;
  Time next_state_{};
  Recorder* recorder_ = nullptr;  // of the loop: the one in use
  std::atomic<Recorder*> in_use_{nullptr};
  std::atomic<Recorder*> before_{nullptr};  // that was in use before, and may still have to tell
  std::atomic<RunLog*> log_{nullptr};       // of the run that is going on; read by the thread of the vision
  std::atomic<bool> picture_in_hand_{false};
  std::unique_ptr<Recorder> between_runs_;  // its thread, and the next one's, call the listeners
  std::unique_ptr<RunLog> own_log_;
};

}  // namespace freefloat
