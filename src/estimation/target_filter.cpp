#include "estimation/target_filter.h"

namespace freefloat {

namespace {

constexpr double kStartTargetSpeedSigma = 0.1;  // m/s

void start(const MarkerMeasurement& marker, double variance, Time capture_time, TargetFilterState& state) {
  state.initialised = true;
  state.at = capture_time;
  state.last_seen = capture_time;
  state.p_WT = marker.p_WM;
  state.v_WT = Vector2::Zero();
  state.covariance = independent_states(Vector2{variance, kStartTargetSpeedSigma * kStartTargetSpeedSigma});
}

}  // namespace

void propagate_target_filter(const EstimatorConfig& config, Time to, TargetFilterState& state) {
  const double dt = to_seconds(to - state.at);
  if (!state.initialised || dt <= 0.0) return;
  state.p_WT += dt * state.v_WT;
  add_state(0, 1, dt, state.covariance);
  // White acceleration: q dt^3/3 of the position, q dt^2/2 in common, q dt of the velocity.
  const double q = config.target_acceleration_density * config.target_acceleration_density;
  Matrix2 directions;
  directions << 0.5 * dt, 1.0, 1.0, 0.0;
  add_noises(directions, Vector2{q * dt, q * dt * dt * dt / 12.0}, state.covariance);
  state.at = to;
}

bool update_target_filter(const EstimatorConfig& config, const MarkerMeasurement& marker, Time capture_time,
                          TargetFilterState& state) {
  if (!is_usable(marker)) return false;
  const double variance =
      0.5 * marker.covariance.trace() + config.marker_sigma_floor * config.marker_sigma_floor;
  if (!state.initialised) {
    start(marker, variance, capture_time, state);
    return true;
  }
  const Vector2 innovation = marker.p_WM - state.p_WT;
  const double s = variance_of(0, state.covariance) + variance;
  if (!(innovation.squaredNorm() <= config.gate_sigmas * config.gate_sigmas * s)) {
    if (capture_time - state.last_seen < config.reacquire_after) return false;
    start(marker, variance, capture_time, state);
    return true;
  }
  const StateVector gain = take_in(Vector2{1.0, 0.0}, variance, state.covariance).gain;
  state.p_WT += gain[0] * innovation;
  state.v_WT += gain[1] * innovation;
  state.last_seen = capture_time;
  return true;
}

}  // namespace freefloat
