#pragma once

#include "estimation/estimate_state.h"

// A target that a tracker of its own tells, beside the camera that sees the robot. Both have their own times:
// the belief about the target goes by its frames alone.

namespace freefloat {

/// What is remembered of the target's own source.
struct TargetSourceWatch {
  Time newest{};                   ///< capture time of its newest frame that was looked at; zero: none yet
  std::uint32_t contradicted = 0;  ///< LEDs of that frame far from where the target was going, a bit each
  std::optional<Time> contradicted_since{};  ///< capture time since when each frame had such
};

/// Takes in a frame of the target's own source at its capture time. Frames that come twice, older than one
/// before, older than 0.25 s or from the future are ignored; while the gripper holds the target, all are.
/// @param setup As made once; whose `target_apart` is set.
/// @param now The cycle's time.
/// @param frame With the robot's LEDs, which are not looked at, and the targets'.
/// @param watch, state The memory; go on.
void take_target_frame(const EstimatorSetup& setup, Time now, const MarkerFrame& frame,
                       TargetSourceWatch& watch, EstimatorState& state);

/// Adds what the target's own source contradicts to what the robot's pictures do.
/// @param watch Of the source. @param now The cycle's time: what is long past counts no longer.
/// @param estimate Its `contradicted_markers` and `contradicted_for` may grow.
void tell_contradiction(const TargetSourceWatch& watch, Time now, StateEstimate& estimate);

}  // namespace freefloat
