#pragma once

#include <vector>

#include "hal/joint_codec.h"
#include "hal/sim/byte_pipe.h"
#include "hal/sim/link_faults.h"
#include "hal/sim/simulated_board.h"

namespace freefloat {

/// What the wire's delays really are; the codec believes those of WireParameters.
struct WireDelays {
  Duration to_board{};
  Duration to_pc{};
};

/// The way to a simulated board: the real codec's bytes through two pipes with latency, loss, corruption and
/// cuts.
///
/// The testbed advances it in lockstep; in each step of 1 ms: `deliver_to_board(t)`, `board.tick(sensors,
/// t)`, `collect_from_board(t)`. The controller's side uses it like any other link.
class SimulatedLink final : public JointLink {
 public:
  /// @param board Must outlive the link.
  /// @param joint_count Of the robot as the controller knows it.
  /// @param faults Those of the wire are obeyed, the others ignored; must outlive the link.
  /// @param delays The true ones.
  SimulatedLink(const WireParameters& wire, const std::vector<ScheduledFault>& faults, std::uint64_t seed,
                SimulatedBoard& board, int joint_count, const WireDelays& delays);

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  LinkHealth health() const override { return codec_.health(); }
  std::optional<BoardIdentity> identity() const override { return codec_.identity(); }

  /// Hands the board every byte that reaches it by `now`.
  void deliver_to_board(Time now);

  /// Puts the board's status and identity frames, if its newest tick made any, on the wire.
  void collect_from_board(Time now);

 private:
  LinkFaults faults_;
  SimulatedBoard& board_;
  JointCodec codec_;
  BytePipe to_board_;
  BytePipe to_pc_;
  BytePipe queries_;  // with pipes of their own, so that they leave the random numbers of the others alone
  BytePipe identities_;
};

}  // namespace freefloat
