#pragma once

#include <atomic>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/operator_desk.h"
#include "runtime/phase_runner.h"

namespace freefloat {

class RunLog;

/// A run of an experiment, or a log of what goes on between runs, on its way through the loop: made outside
/// of it, lent to it by a wish, and taken back once it is done.
struct LoopRun {
  PhaseRunner phases;
  RunLog* log = nullptr;          ///< null: not logged
  bool watches = false;           ///< it only logs: nothing begins anew with it
  std::atomic<bool> done{false};  ///< the loop has let it go
};

/// What happens to an automatic phase when who commands has gone silent.
enum class ConsoleLost : std::uint8_t {
  kContinue,
  kHoldAfter2s,  ///< the run is paused
};

/// Whoever plays the operator in each cycle of the loop: the phases of a run, or, between runs, what people
/// wish: nothing, arm, jog, disarm, acknowledge. STOP overrules all of them, and lasts until it is
/// acknowledged. Takes no memory but where a phase begins or ends, and never waits.
class LoopOperator {
 public:
  /// For a day: goes on until the desk says that it ends.
  /// @param desk Must outlive it.
  explicit LoopOperator(OperatorDesk& desk);

  /// For one run alone: ends with it.
  LoopOperator(OperatorDesk& desk, PhaseRunner& phases);

  void on_console_lost(ConsoleLost policy) { console_lost_ = policy; }

  /// @param target Which one the controller follows between runs, from 0.
  void follow(std::uint32_t target) { target_ = target; }

  /// Begin of a cycle: STOP and wishes are taken. @param now The cycle's time.
  void begin_cycle(Time now);

  /// @return A run that has begun with this cycle; null: none has.
  LoopRun* take_begun_run() { return std::exchange(begun_, nullptr); }
  /// @return What is to be done by hand before this cycle, on a simulated table.
  std::optional<Arrangement> take_arrangement() { return std::exchange(arrangement_, std::nullopt); }

  OperatorCommand next_command(Time now);

  /// Looks at what came of it. Same parameters as PhaseRunner's.
  void observe(const CycleOutput& output, const JointFeedback* feedback, const JointLink* link);

  // What happened since the last call, in the order of time.
  std::vector<PhaseEvent> take_events();
  const OperatorCommandRecord* next_told() { return told_.front(); }
  void pop_told() { told_.pop(); }

  /// End of a cycle. @return A run that has ended with it, still to be let go by `done`; null: none has.
  LoopRun* take_ended_run();

  /// Ctrl-C: the run is interrupted, the robot stopped.
  void interrupt(Time now);

  /// @return The loop is to end.
  bool finished() const;

 private:
  enum class Doing : std::uint8_t { kNothing, kArming, kDisarming, kAcknowledging, kJogging, kRunning };

  void take_stops(Time now);
  void take_loss(Time now);
  void take(const Wish& wish, Time now);
  /// @return Why not; empty: it is done.
  std::string_view refuse(const Wish& wish, Time now) const;
  std::string_view refuse_in_run(WishKind kind) const;
  void carry_out(const Wish& wish, Time now);
  void jog(const Wish& wish, Time now);
  OperatorCommand idle_command(Time now);
  void tell(Time now, std::string_view what, const CommandOrigin& origin, bool accepted,
            std::string_view words);
  void begin(Doing doing, Time until) {
    doing_ = doing;
    until_ = until;
  }

  OperatorDesk& desk_;
  PhaseRunner* phases_ = nullptr;  // of the run that is going on
  LoopRun* run_ = nullptr;         // of a day
  LoopRun* recording_ = nullptr;   // between runs
  bool recording_ends_ = false;
  const bool one_run_;
  ConsoleLost console_lost_ = ConsoleLost::kContinue;
  Doing doing_ = Doing::kNothing;
  Time until_{};  // arming, disarming, acknowledging, jogging: no longer than this
  Time stop_until_{};
  std::uint64_t stops_seen_ = 0;
  std::uint64_t losses_seen_ = 0;
  std::optional<Time> lost_since_;
  std::uint32_t task_number_ = 0;
  std::uint32_t target_ = 0;  // followed between runs
  bool jogs_hand_ = false;
  JogWish jog_;
  Time jog_until_{};      // no longer than this without another wish
  CommandOrigin origin_;  // of what is being done
  LoopRun* begun_ = nullptr;
  std::optional<Arrangement> arrangement_;
  SpscRing<OperatorCommandRecord> told_{128};
  // Of the newest cycle.
  SupervisorState state_ = SupervisorState::kDisarmed;
  bool board_is_off_ = false;
  bool board_is_on_ = false;
  Time braked_at_{};  // the drives are off from then on
};

}  // namespace freefloat
