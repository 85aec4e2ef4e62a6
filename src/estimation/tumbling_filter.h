#pragma once

#include "estimation/estimator_config.h"
#include "estimation/factored_covariance.h"
#include "estimation/tumbling_body.h"
#include "types/marker_frame.h"
#include "types/robot_state.h"
#include "types/state_estimate.h"

namespace freefloat {

/// Belief about a target that tumbles: a rigid body whose mass centre goes straight and which turns evenly,
/// both disturbed. Order of the covariance: p_WC, theta_WT, p_TC, v_WC, w_WT, so that what moves comes before
/// what moves it. The mass centre in the body is a state as well: the LEDs tell where the point is that goes
/// straight.
struct TumblingFilterState {
  bool initialised = false;
  Time at{};
  Time last_seen{};
  Vector2 p_WC = Vector2::Zero();  ///< m
  double theta_WT = 0.0;           ///< rad
  Vector2 p_TC = Vector2::Zero();  ///< m, in T
  Vector2 v_WC = Vector2::Zero();  ///< m/s
  double w_WT = 0.0;               ///< rad/s
  CovarianceFactors covariance;
};

/// Moves the belief, once there is one, to `to`, which is not before the state's time.
void propagate_tumbling_filter(const EstimatorConfig& config, Time to, TumblingFilterState& state);

/// What came of the LEDs of a frame.
struct TumblingUpdate {
  int used = 0;
  std::uint32_t far = 0;  ///< refused and farther from where they are believed than LEDs can be, a bit each
};

/// Takes in the target's LEDs of a frame captured at the state's time; starts the filter from two of them or
/// more when it has not run, or has used none for `config.reacquire_after`.
/// @param config Noise and gates. @param shape What is known of the body. @param frame LEDs on the table.
/// @param first Number of its first LED in the frame.
/// @param state The belief; moved on to the frame's time before.
TumblingUpdate update_tumbling_filter(const EstimatorConfig& config, const TumblingBody& shape,
                                      const MarkerFrame& frame, std::size_t first,
                                      TumblingFilterState& state);

/// @param state The belief. @param at A time near the state's.
/// @return Where the body will be then, at its mass centre.
BodyState tumbling_body_at(const TumblingFilterState& state, Time at);

/// @param config Noise of the target's motion. @param state The belief.
/// @param now The cycle's time. @param at What it is to hold for.
/// @return The grapple point on its arc, with its velocity, and the body that it is fixed to.
TargetEstimate estimate_tumbling_target(const EstimatorConfig& config, const TumblingFilterState& state,
                                        Time now, Time at);

/// @param target An estimate that turns. @param p_TM An LED from the grapple point, in T, m.
/// @return Where it is expected, with its velocity.
PredictedMarker predict_target_marker(const TargetEstimate& target, const Vector2& p_TM);

}  // namespace freefloat
