#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "operate/delay_watch.h"
#include "runlog/run_listener.h"
#include "runtime/phase_result.h"

namespace freefloat {

/// A phase of the run that is going on, as far as it has come.
struct WatchedPhase {
  enum class Status : std::uint8_t {
    kWaiting,
    kRunning,
    kPassed,
    kFailed,
    kSkipped,
    kObserved,
    kInterrupted
  };

  Status status = Status::kWaiting;
  Time begin{};
  std::optional<Time> end;
  std::string reason;
  std::vector<std::pair<std::string, double>> numbers;
};

/// What the loop has told last: all that others know of it. Filled in by the recorder's thread, read under
/// the day's lock.
struct Watch {
  std::uint64_t cycles = 0;
  Time now{};
  SupervisorState state = SupervisorState::kDisarmed;
  std::uint32_t faults = 0, latched_faults = 0, unmet_checks = 0;
  Request request = Request::kNone;
  Task task = Task::kHold;
  StateEstimate estimate;
  std::optional<JointFeedback> feedback;
  std::optional<Vector2> path_begin;  ///< of the path that the hand is led along, m
  std::optional<Truth> truth;
  std::uint64_t overruns = 0;
  double picture_rate = 0.0;  ///< pictures/s, smoothed
  std::optional<Time> last_markers;
  LinkHealth link;
  std::string link_trouble;           ///< empty: well
  std::string marker_trouble;         ///< of a tracker on another computer; empty: well, or none
  std::string target_trouble;         ///< the same of the targets' own tracker
  std::optional<DelayFinding> delay;  ///< newest measurement of the loop's delay
  std::string length_trouble;         ///< an LED is not where the known lengths put it; empty: well
  std::string law_trouble;            ///< the law of the user's own is lost; empty: well, or none
  std::vector<WatchedPhase> phases;   ///< of the newest run, one each of its experiment
  std::optional<std::size_t> phase;   ///< that is going on

  void see(const CycleRecord& cycle);
  void see(const PhaseEvent& event);
  void see(const LinkRecord& record);
  void see(const MarkerPathRecord& record) {
    (record.of_targets ? target_trouble : marker_trouble) = record.diagnosis.view();
  }
  /// @return Sees all that it hears, under that lock.
  RunListener listener(std::mutex& mutex);

  /// A testbed was begun anew: nothing is known of it.
  void forget();
};

}  // namespace freefloat
