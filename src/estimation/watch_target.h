#pragma once

#include "estimation/estimate_state.h"

// The estimator's part that follows the target: as a point, or as a body where its shape is known.

namespace freefloat {

/// @return The target that is followed; null: none.
const WatchedTarget* watched_target(const EstimatorSetup& setup, const EstimatorState& state);

/// Takes in its LEDs of a frame that is newer than all before.
/// @return LEDs that are far from where they are believed, a bit each.
std::uint32_t watch_target(const WatchedTarget& target, const EstimatorConfig& config,
                           const MarkerFrame& frame, EstimatorState& state);

/// @param config Noise of the target's motion. @param state What the estimator believes.
/// @param now The cycle's time. @param at What the estimate is to hold for.
/// @return Where it is on its way; not valid where it was not seen lately.
TargetEstimate estimate_target(const EstimatorConfig& config, const EstimatorState& state, Time now, Time at);

/// Where its LEDs are expected.
void predict_target(const WatchedTarget& target, const TargetEstimate& estimate,
                    MarkerPrediction& prediction);

/// Hand and target are one body from now on, and what both carried is what the whole carries: P and L of the
/// robot filter, which knows the model of the whole already, become the sums. Nothing where the target was
/// not followed as a body.
/// @param target Its mass and inertia.
/// @param before Of the robot alone. @param alone The belief about it.
/// @param tumbling The belief about the target.
/// @param after The belief about the whole; its velocity and angular momentum are set.
void join_momenta(const WatchedTarget& target, const PlanarModel& before, const RobotFilterState& alone,
                  const TumblingFilterState& tumbling, RobotFilterState& after);

}  // namespace freefloat
