#pragma once

#include "guidance/loop_search.h"
#include "types/cycle.h"

namespace freefloat {

enum class ReorientationMode : std::uint8_t {
  kObserve,  ///< at rest: how the robot drifts
  kPlan,     ///< at rest: which loop
  kMove,     ///< along the loop
  kRest,     ///< joints come back to where they were; then the attitude is looked at
  kDone,
  kFailed,
};

/// The memory of a reorientation.
struct ReorientationState {
  ReorientationMode mode = ReorientationMode::kObserve;
  bool begun = false;
  Time begin{};
  Time last{};        ///< of the last step
  double goal = 0.0;  ///< attitude to reach, rad
  JointVector home;   ///< joints at the begin and at the end, rad
  DriftFit drift;
  LoopSearchState search;
  Time mode_since{};
  int loops_done = 0;
  double needed_time = 0.0;     ///< as predicted last, with a spare, s
  double available_time = 0.0;  ///< s
};

/// One cycle of turning the satellite by loops of the joints, which end where they began; Dubowsky & Vafa
/// 1987, Sec. 5 B, with finite loops integrated exactly instead of small ones, and closed over the camera:
/// what a loop has really done is measured, and sets the size of the next.
///
/// Before the first loop the time that the turn needs is held against the time until the drift carries the
/// satellite to the table's edge margin: status kUnreachable when it does not suffice.
/// @param model Of the robot as it is, payload included.
/// @param limits What the monitors hold; loops keep a little away from the joints' limits.
/// @param op The turn, from the attitude at the first step, and its tolerance.
/// @param estimate The newest.
/// @param state The memory of the turn; goes on.
/// @param guidance Status and numbers of the turn are set.
/// @return Joint rates, rad/s, not yet limited.
JointVector follow_reorientation(const PlanarModel& model, const MotionLimits& limits,
                                 const OperatorCommand& op, const StateEstimate& estimate,
                                 ReorientationState& state, GuidanceOutput& guidance);

}  // namespace freefloat
