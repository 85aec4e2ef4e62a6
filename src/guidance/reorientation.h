#pragma once

#include "guidance/loop_search.h"
#include "types/cycle.h"

namespace freefloat {

/// What a reorientation knows and what does not change during it.
struct ReorientationSetup {
  const PlanarModel* model = nullptr;  ///< of the robot as it is, payload included
  const std::vector<JointLimits>* joint_limits = nullptr;
  double joint_margin = 0.0;    ///< distance from joint limits where the monitors stop motion, rad
  double max_joint_rate = 0.0;  ///< rad/s
  TableParameters table;
  double satellite_radius = 0.0;  ///< of the circle around the satellite's outline, m
  double tolerance = 0.0;         ///< of the attitude at the end, rad
};

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

/// What the arm is to do in one cycle.
struct ReorientationStep {
  TaskStatus status = TaskStatus::kIdle;
  JointVector rates;  ///< rad/s, not yet limited
  ReorientationOutput output;
};

/// One cycle of turning the satellite by loops of the joints, which end where they began; Dubowsky & Vafa
/// 1987, Sec. 5 B, with finite loops integrated exactly instead of small ones, and closed over the camera:
/// what a loop has really done is measured, and sets the size of the next.
///
/// Before the first loop the time that the turn needs is held against the time until the drift carries the
/// satellite to the table's edge margin: status kUnreachable when it does not suffice.
/// @param setup Robot, limits and table.
/// @param estimate The newest.
/// @param turn Wanted from the attitude at the first step, rad, counter-clockwise.
/// @param state The memory of the turn; goes on.
ReorientationStep follow_reorientation(const ReorientationSetup& setup, const StateEstimate& estimate,
                                       double turn, ReorientationState& state);

}  // namespace freefloat
