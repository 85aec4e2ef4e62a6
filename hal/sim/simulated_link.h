#pragma once

#include <vector>

#include "hal/joint_codec.h"
#include "hal/sim/byte_pipe.h"
#include "hal/sim/fault_schedule.h"
#include "hal/sim/simulated_board.h"

namespace freefloat {

/// The way to a simulated board: the real codec's bytes through two pipes with latency, loss, corruption and
/// cuts.
///
/// The testbed advances it in lockstep; in each step of 1 ms: `deliver_to_board(t)`, `board.tick(sensors,
/// t)`, `collect_from_board(t)`. The controller's side uses it like any other link.
class SimulatedLink final : public JointLink {
 public:
  /// @param board Must outlive the link.
  /// @param faults Those of kind kLinkCut are obeyed, the others ignored.
  SimulatedLink(const WireParameters& wire, const std::vector<ScheduledFault>& faults, std::uint64_t seed,
                SimulatedBoard& board);

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  LinkHealth health() const override;

  /// Hands the board every byte that reaches it by `now`.
  void deliver_to_board(Time now);

  /// Puts the board's status frame, if its newest tick made one, on the wire.
  void collect_from_board(Time now);

  /// Hands the codec every byte that reaches the controller by `now`; `poll` does the same.
  void deliver_to_pc(Time now);

 private:
  bool is_cut(Time now) const;

  std::vector<ScheduledFault> cuts_;
  SimulatedBoard& board_;
  JointCodec codec_;
  BytePipe to_board_;
  BytePipe to_pc_;
};

}  // namespace freefloat
