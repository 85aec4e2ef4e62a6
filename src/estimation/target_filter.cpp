#include "estimation/target_filter.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kStartTargetSpeedSigma = 0.1;  // m/s

void start(const MarkerMeasurement& marker, double variance, Time capture_time, TargetFilterState& state) {
  state.initialised = true;
  state.at = capture_time;
  state.last_seen = capture_time;
  state.p_WT = marker.p_WM;
  state.v_WT = Vector2::Zero();
  state.covariance << variance, 0.0, 0.0, kStartTargetSpeedSigma * kStartTargetSpeedSigma;
}

}  // namespace

void propagate_target_filter(const EstimatorConfig& config, Time to, TargetFilterState& state) {
  const double dt = to_seconds(to - state.at);
  if (dt <= 0.0) return;
  state.p_WT += dt * state.v_WT;
  const double q = config.target_acceleration_density * config.target_acceleration_density;
  Matrix2 f;
  f << 1.0, dt, 0.0, 1.0;
  Matrix2 noise;
  noise << q * dt * dt * dt / 3.0, q * dt * dt / 2.0, q * dt * dt / 2.0, q * dt;
  state.covariance = (f * state.covariance * f.transpose() + noise).eval();
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
  const double s = state.covariance(0, 0) + variance;
  if (!(innovation.squaredNorm() <= config.gate_sigmas * config.gate_sigmas * s)) {
    if (capture_time - state.last_seen < config.reacquire_after) return false;
    start(marker, variance, capture_time, state);
    return true;
  }
  const Vector2 gain = state.covariance.col(0) / s;
  state.p_WT += gain[0] * innovation;
  state.v_WT += gain[1] * innovation;
  state.covariance -= (gain * state.covariance.row(0)).eval();
  state.last_seen = capture_time;
  return true;
}

}  // namespace freefloat
