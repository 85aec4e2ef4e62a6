#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "guidance/approach_line.h"
#include "runlog/phase_event.h"
#include "runtime/explain_faults.h"
#include "runtime/path_error.h"
#include "runtime/phase_result.h"
#include "types/cycle.h"

namespace freefloat {

/// STOP is said to the controller for so long after an interrupt.
inline constexpr Duration kStopFor = std::chrono::milliseconds(300);

/// What a person asks the arm for while he jogs it.
struct JogWish {
  JointVector joint_rates;                  ///< rad/s; empty: the hand is asked for
  Vector2 hand_velocity = Vector2::Zero();  ///< m/s
  bool in_hand_frame = false;               ///< `hand_velocity` is seen from the hand, else from W
};

/// Plays the operator: turns an experiment's phases into requests, one cycle after the other, and judges
/// them.
class PhaseRunner {
 public:
  /// @param words For the reasons of phases.
  explicit PhaseRunner(const Experiment& experiment, FaultWords words = {});

  /// @param objection Asked when a phase is about to arm the robot: why it must not be armed; empty: nothing
  /// speaks against it. Must not wait for anything.
  void object_to_arming(std::function<std::string()> objection) { arming_objection_ = std::move(objection); }

  /// Where a run is continued its controller knows so many tasks, and follows a target; numbers go on behind
  /// them, and the target is followed on where no capture is left.
  void continue_after(std::uint32_t tasks, std::uint32_t target = 0) {
    task_number_ = tasks;
    followed_before_ = target;
  }

  /// @param now The coming cycle's time.
  /// @return What to ask of the controller in it.
  OperatorCommand next_command(Time now);

  /// Looks at what came of it.
  /// @param feedback Newest status of the board; null before the first.
  /// @param link The way to the board, asked when something is wrong with it; null: nothing to ask.
  void observe(const CycleOutput& output, const JointFeedback* feedback, const JointLink* link = nullptr);

  // What people ask of a running experiment (steer_phases.cpp).

  /// The arm comes to rest and is held; the present phase's clocks stand still.
  void pause(Time now);
  /// The present phase goes on where it was, as far as the supervisor allows.
  void resume(Time now);
  /// The present phase ends, neither passed nor failed, and the next one begins.
  void skip(Time now);
  /// The present phase is interrupted; of the rest only what follows a failure too is carried out.
  void abort(Time now);
  bool is_paused() const { return paused_at_.has_value(); }

  /// Ctrl-C: the present phase is interrupted, the rest skipped, the robot stopped.
  void interrupt(Time now);

  /// Ends a phase that waits for the operator. Any thread, at any time; elsewhere it means nothing.
  void go_on() { go_on_ = true; }

  /// What the arm is to do in a phase that leaves its jogging to the operator, until the next call. In the
  /// loop's thread.
  void jog(const JogWish& wish) { jog_ = wish; }

  /// @return Whether the present phase ends only when the operator says so.
  bool waits_for_operator() const {
    return begun_ && !finished_ && results_[current_].ended_by == EndedBy::kOperator;
  }

  bool finished() const { return finished_; }
  bool passed() const;

  /// @return All phases ended as well as they can without commands: passed or observed.
  bool observed() const;
  std::size_t current() const { return current_; }
  const std::vector<PhaseResult>& results() const { return results_; }

  /// @return Events since the last call, in the order of time.
  std::vector<PhaseEvent> take_events();

 private:
  void begin_phase(Time now);
  void end_phase(Time now, Verdict verdict, std::string reason);
  void judge(const FaultContext& context);
  bool moves(const FaultContext& context);
  void judge_capture(const FaultContext& context);
  void judge_turn(const FaultContext& context);
  void judge_path(const FaultContext& context);
  void judge_posture(const FaultContext& context);
  void judge_detumble(const FaultContext& context);
  void judge_jog(const FaultContext& context);
  void judge_wait(const FaultContext& context);
  void judge_gripper(const FaultContext& context);
  std::uint32_t target_to_watch() const;
  void fill_task(const PhaseResult& phase, OperatorCommand& op) const;
  void judge_disarm(const FaultContext& context);
  Duration elapsed(Time now) const { return now - results_[current_].begin - paused_for_; }
  PhaseEvent make_event(PhaseMoment moment, Time at) const;

  const bool readonly_;
  const FaultWords words_;
  std::vector<PhaseResult> results_;
  std::vector<PhaseEvent> events_;
  std::size_t current_ = 0;
  bool begun_ = false;
  bool finished_ = false;
  bool failed_ = false;
  bool was_active_ = false;
  bool was_ready_ = false;  // all checks have passed once
  bool was_armed_ = false;
  bool disarmed_ = true;
  bool interrupted_ = false;
  std::function<std::string()> arming_objection_;
  Time stop_until_{};
  std::uint32_t task_number_ = 0;
  std::uint32_t followed_before_ = 0;  // target, by the controller
  std::optional<Time> paused_at_;
  Duration paused_for_{};            // of the present phase
  RobotState turn_start_;            // reorient: where it began
  PathError path_error_;             // follow_path, of the present phase
  ApproachWatch approach_watch_;     // captures, of the present phase
  JogWish jog_;                      // jog, by the operator
  std::optional<double> turn_left_;  // move_to: turn of the satellite once the joints are there, rad
  std::atomic<bool> go_on_ = false;
};

}  // namespace freefloat
