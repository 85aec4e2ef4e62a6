#pragma once

#include <atomic>
#include <memory>

#include "control/controller.h"
#include "hal/make/make_hal.h"
#include "law/law_process.h"
#include "runtime/contact_watch.h"
#include "runtime/health_watch.h"
#include "runtime/loop_operator.h"
#include "runtime/marker_input.h"
#include "runtime/run_feed.h"

namespace freefloat {

/// What one control loop works with; all outlive it.
struct ControlLoop {
  Hal& hal;
  MarkerInput& markers;
  Controller& controller;
  LoopOperator& op;
  RunFeed& feed;
  Duration period;
  LawProcess* law = nullptr;  ///< of the user's own; null: there is none
};

/// The one cycle of real, simulated and continued runs, and of a day with runs in it: sense, decide, command,
/// at a fixed rate on absolute deadlines.
class ControlCycle {
 public:
  /// @param first_cycle When the first cycle starts.
  ControlCycle(const ControlLoop& loop, Time first_cycle) : loop_(loop), deadline_(first_cycle) {}

  /// Waits for the next deadline, and carries out its cycle. @param stop The robot is stopped.
  void run_next(bool stop = false);

  /// At the end: drives off is said until a real board has heard it.
  void leave_board_off();

  /// @return Cycles that ended after the next deadline.
  std::uint64_t overruns() const { return overruns_; }

 private:
  Time run(Time start);
  void prepare(Time now);
  LoopTiming measure(Time start, Time end);
  void tell(Time now);
  void tell_health(Time now, bool at_end);

  /// A way from a tracker on another computer.
  struct MarkerPath {
    bool of_targets;
    MarkerPathWatch watch{};
    std::optional<MarkerPathHealth> newest{};  ///< that the vision's thread told
  };
  void tell_health(MarkerPath& path, Time now, bool at_end);

  const ControlLoop loop_;
  Time deadline_;
  JointCommand last_command_;
  std::optional<JointFeedback> feedback_;
  std::optional<Time> last_start_;
  LinkWatch link_watch_;
  MarkerPath marker_path_{.of_targets = false};
  MarkerPath target_path_{.of_targets = true};
  ContactWatch contact_watch_;
  std::uint64_t overruns_ = 0;
};

/// @return The law of the user's own at work; null where the configuration names none. @throws LawError
std::unique_ptr<LawProcess> start_law(const ControllerConfig& config, const Hal& hal);

/// Runs cycles until the operator has finished.
/// @param loop What it works with.
/// @param first_cycle When the first cycle starts.
/// @param stop Set by a signal handler or another thread: the robot is stopped and the loop ends.
/// @return Cycles that ended after the next deadline.
std::uint64_t run_control_loop(const ControlLoop& loop, Time first_cycle, const std::atomic<bool>& stop);

/// @return The memory with which a run begins that is not the first of its loop: of what was before it knows
/// what supervisor and board were told last, and what the gripper holds. So a run depends on nothing that
/// happened to the robot before it, be it another run or a technician's hands, and is as a run alone.
ControllerState begin_anew(const ControllerState& before);

}  // namespace freefloat
