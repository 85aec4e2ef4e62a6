#include "estimation/watch_target.h"

#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

TargetEstimate estimate_point(const TargetFilterState& target, const EstimatorConfig& config, Time now,
                              Time at) {
  TargetEstimate estimate;
  estimate.p_WT = target.p_WT + to_seconds(at - target.at) * target.v_WT;
  estimate.v_WT = target.v_WT;
  estimate.covariance = Matrix2::Identity() * variance_of(0, target.covariance);
  estimate.since_seen = now - target.last_seen;
  estimate.valid = estimate.since_seen <= config.lost_after && estimate.p_WT.allFinite() &&
                   estimate.v_WT.allFinite() && estimate.covariance.allFinite();
  return estimate;
}

}  // namespace

const WatchedTarget* watched_target(const EstimatorSetup& setup, const EstimatorState& state) {
  return state.watched < setup.targets.size() ? &setup.targets[state.watched] : nullptr;
}

std::uint32_t watch_target(const WatchedTarget& target, const EstimatorConfig& config,
                           const MarkerFrame& frame, EstimatorState& state) {
  std::uint32_t far = 0;
  if (target.shape) {
    propagate_tumbling_filter(config, frame.capture_time, state.tumbling);
    far |= update_tumbling_filter(config, *target.shape, frame, target.first_marker, state.tumbling).far;
  }
  // The grapple point on its own is enough until two LEDs have told how it is turned.
  if (state.target.initialised) propagate_target_filter(config, frame.capture_time, state.target);
  const MarkerMeasurement& marker = frame.markers[target.first_marker];
  const Vector2 expected = state.target.p_WT;
  const bool used = update_target_filter(config, marker, frame.capture_time, state.target);
  if (!target.shape && !used && is_usable(marker) &&
      !((marker.p_WM - expected).norm() <= config.far_marker()))
    far |= 1u << static_cast<unsigned>(target.first_marker);
  return far;
}

TargetEstimate estimate_target(const EstimatorConfig& config, const EstimatorState& state, Time now,
                               Time at) {
  if (state.tumbling.initialised) return estimate_tumbling_target(config, state.tumbling, now, at);
  if (state.target.initialised) return estimate_point(state.target, config, now, at);
  return {};
}

void predict_target(const WatchedTarget& target, const TargetEstimate& estimate,
                    MarkerPrediction& prediction) {
  const std::size_t first = target.first_marker;
  PredictedMarker& marker = prediction.markers[first];
  marker.p_WM = estimate.p_WT;
  marker.v_WM = estimate.v_WT;
  marker.sigma = std::sqrt(estimate.covariance(0, 0));
  marker.known = marker.p_WM.allFinite() && marker.v_WM.allFinite() && std::isfinite(marker.sigma);
  if (!target.shape || !estimate.turns) return;
  for (std::size_t i = 0; i < target.shape->markers.size(); ++i)
    prediction.markers[first + i] = predict_target_marker(estimate, target.shape->markers[i]);
}

void join_momenta(const WatchedTarget& target, const PlanarModel& before, const RobotFilterState& alone,
                  const TumblingFilterState& tumbling, RobotFilterState& after) {
  if (!target.shape || !tumbling.initialised || !(target.shape->mass > 0.0)) return;
  const BodyState body = tumbling_body_at(tumbling, alone.at);
  const double robot = before.total_mass();
  const double mass = target.shape->mass;
  const double reduced = robot * mass / (robot + mass);
  const double orbital = reduced * cross(body.p - alone.p_WG, body.v - alone.v_WG);
  after.v_WG = (robot * alone.v_WG + mass * body.v) / (robot + mass);
  after.angular_momentum = alone.angular_momentum + target.shape->inertia * body.w + orbital;
}

}  // namespace freefloat
