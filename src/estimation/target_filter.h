#pragma once

#include "estimation/estimator_config.h"
#include "estimation/factored_covariance.h"
#include "estimation/usable_marker.h"
#include "types/marker_frame.h"
#include "types/time.h"

namespace freefloat {

/// Belief about the target's grapple point: constant velocity, disturbed. Both axes share one covariance.
struct TargetFilterState {
  bool initialised = false;
  Time at{};
  Time last_seen{};
  Vector2 p_WT = Vector2::Zero();  ///< m
  Vector2 v_WT = Vector2::Zero();  ///< m/s
  CovarianceFactors covariance;    ///< of (position, velocity) along either axis
};

/// Moves the belief, once there is one, to `to`, which is not before the state's time.
void propagate_target_filter(const EstimatorConfig& config, Time to, TargetFilterState& state);

/// Takes in the grapple point's LED of a frame captured at the state's time; starts the filter when it has
/// not run, or has refused or missed every measurement for `config.reacquire_after`.
/// @return Whether the measurement was used.
bool update_target_filter(const EstimatorConfig& config, const MarkerMeasurement& marker, Time capture_time,
                          TargetFilterState& state);

}  // namespace freefloat
