#include "estimation/tumbling_filter.h"

#include <cmath>

#include "estimation/usable_marker.h"
#include "types/angle.h"

namespace freefloat {

namespace {

// Places in the covariance.
constexpr Eigen::Index kAnglePlace = 2;
constexpr Eigen::Index kMassCentrePlace = 3;
constexpr Eigen::Index kVelocityPlace = 5;
constexpr Eigen::Index kRatePlace = 7;
constexpr Eigen::Index kStates = 8;
constexpr double kTumblingSpeedSigma = 0.1;  // m/s
constexpr double kTumblingRateSigma = 0.3;   // rad/s
constexpr double kShortestBase = 0.01;       // m between two LEDs that tell an attitude

const MarkerMeasurement& marker_of(const MarkerFrame& frame, std::size_t first, std::size_t led) {
  return frame.markers[first + led];
}

double variance_of_marker(const EstimatorConfig& config, const MarkerMeasurement& marker) {
  return 0.5 * marker.covariance.trace() + config.marker_sigma_floor * config.marker_sigma_floor;
}

/// From the two LEDs seen that are farthest apart.
bool start_tumbling(const EstimatorConfig& config, const TargetShape& shape, const MarkerFrame& frame,
                    std::size_t first, TumblingFilterState& state) {
  double base = kShortestBase;
  std::size_t a = 0;
  std::size_t b = 0;
  for (std::size_t i = 0; i < shape.markers.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double length = (shape.markers[i] - shape.markers[j]).norm();
      if (!is_usable(marker_of(frame, first, i)) || !is_usable(marker_of(frame, first, j))) continue;
      if (length <= base) continue;
      base = length;
      a = i;
      b = j;
    }
  }
  if (a == b) return false;
  const Vector2 known = shape.markers[a] - shape.markers[b];
  const Vector2 seen = marker_of(frame, first, a).p_WM - marker_of(frame, first, b).p_WM;
  TumblingFilterState fresh;
  fresh.initialised = true;
  fresh.at = frame.capture_time;
  fresh.last_seen = frame.capture_time;
  fresh.theta_WT = std::atan2(cross(known, seen), known.dot(seen));
  // The angle goes on where it was: no turn is lost or won.
  if (state.initialised) fresh.theta_WT = state.theta_WT + wrap_angle(fresh.theta_WT - state.theta_WT);
  fresh.p_TC = shape.p_TC;
  const Vector2 middle = 0.5 * (shape.markers[a] + shape.markers[b]);
  fresh.p_WC = 0.5 * (marker_of(frame, first, a).p_WM + marker_of(frame, first, b).p_WM) +
               rotate(fresh.theta_WT, shape.p_TC - middle);
  const double variance = variance_of_marker(config, marker_of(frame, first, a));
  const double centre = shape.mass_centre_sigma * shape.mass_centre_sigma;
  const double turn = 2.0 * variance / (base * base);
  StateVector variances(kStates);
  variances << Vector2::Constant(variance + centre + turn * (shape.p_TC - middle).squaredNorm()), turn,
      Vector2::Constant(centre), Vector2::Constant(kTumblingSpeedSigma * kTumblingSpeedSigma),
      kTumblingRateSigma * kTumblingRateSigma;
  fresh.covariance = independent_states(variances);
  state = fresh;
  return true;
}

/// Adds a correction of the whole state.
void correct_tumbling(const StateVector& gain, double innovation, TumblingFilterState& state) {
  state.p_WC += innovation * gain.head<2>();
  state.theta_WT += innovation * gain[kAnglePlace];
  state.p_TC += innovation * gain.segment<2>(kMassCentrePlace);
  state.v_WC += innovation * gain.segment<2>(kVelocityPlace);
  state.w_WT += innovation * gain[kRatePlace];
}

/// Row `axis` of d p_WM / d state; the rest of the state does not show in an LED's place.
StateVector weights_of(const TumblingFilterState& state, const Vector2& p_CM, Eigen::Index axis) {
  StateVector weights = StateVector::Zero(kVelocityPlace);
  weights[axis] = 1.0;
  weights[kAnglePlace] = perpendicular(p_CM)[axis];
  weights[kMassCentrePlace] = -rotate(state.theta_WT, Vector2::UnitX())[axis];
  weights[kMassCentrePlace + 1] = -rotate(state.theta_WT, Vector2::UnitY())[axis];
  return weights;
}

/// @return Whether the LED was where it can be.
bool take_in_led(const EstimatorConfig& config, const Vector2& p_TM, const MarkerMeasurement& marker,
                 TumblingFilterState& state) {
  const TumblingFilterState before = state;
  const double variance = variance_of_marker(config, marker);
  double normalised = 0.0;
  for (const Eigen::Index axis : {0, 1}) {
    const Vector2 p_CM = rotate(state.theta_WT, p_TM - state.p_TC);
    const double innovation = marker.p_WM[axis] - (state.p_WC + p_CM)[axis];
    const ScalarUpdate update = take_in(weights_of(state, p_CM, axis), variance, state.covariance);
    normalised += innovation * innovation / update.innovation_variance;
    correct_tumbling(update.gain, innovation, state);
  }
  if (normalised <= config.gate_sigmas * config.gate_sigmas) return true;
  state = before;
  return false;
}

}  // namespace

void propagate_tumbling_filter(const EstimatorConfig& config, Time to, TumblingFilterState& state) {
  const double dt = to_seconds(to - state.at);
  if (!state.initialised || dt <= 0.0) return;
  state.p_WC += dt * state.v_WC;
  state.theta_WT += dt * state.w_WT;
  for (const Eigen::Index axis : {0, 1}) add_state(axis, kVelocityPlace + axis, dt, state.covariance);
  add_state(kAnglePlace, kRatePlace, dt, state.covariance);
  // White accelerations: q dt^3/3 of the place, q dt^2/2 in common, q dt of the speed.
  NoiseDirections directions = NoiseDirections::Zero(kStates, 6);
  NoiseVariances variances(6);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double density =
        k < kAnglePlace ? config.target_acceleration_density : config.target_rotation_density;
    directions(k, 2 * k) = 0.5 * dt;
    directions(kVelocityPlace + k, 2 * k) = 1.0;
    directions(k, 2 * k + 1) = 1.0;
    variances[2 * k] = density * density * dt;
    variances[2 * k + 1] = density * density * dt * dt * dt / 12.0;
  }
  add_noises(directions, variances, state.covariance);
  state.at = to;
}

TumblingUpdate update_tumbling_filter(const EstimatorConfig& config, const TargetShape& shape,
                                      const MarkerFrame& frame, std::size_t first,
                                      TumblingFilterState& state) {
  TumblingUpdate result;
  if (first + shape.markers.size() > frame.markers.size()) return result;
  if (state.initialised) {
    for (std::size_t i = 0; i < shape.markers.size(); ++i) {
      const MarkerMeasurement& marker = marker_of(frame, first, i);
      if (!is_usable(marker)) continue;
      const Vector2 expected = state.p_WC + rotate(state.theta_WT, shape.markers[i] - state.p_TC);
      if (take_in_led(config, shape.markers[i], marker, state)) {
        ++result.used;
      } else if (!((marker.p_WM - expected).norm() <= config.far_marker())) {
        result.far |= 1u << static_cast<unsigned>(first + i);
      }
    }
    if (result.used > 0) {
      state.last_seen = frame.capture_time;
      return result;
    }
    if (frame.capture_time - state.last_seen < config.reacquire_after) return result;
  }
  if (start_tumbling(config, shape, frame, first, state)) {
    result.far = 0;
    result.used = 2;
  }
  return result;
}

BodyState tumbling_body_at(const TumblingFilterState& state, Time at) {
  const double ahead = to_seconds(at - state.at);
  return {state.p_WC + ahead * state.v_WC, state.theta_WT + ahead * state.w_WT, state.v_WC, state.w_WT};
}

TargetEstimate estimate_tumbling_target(const EstimatorConfig& config, const TumblingFilterState& state,
                                        Time now, Time at) {
  const BodyState body = tumbling_body_at(state, at);
  const Vector2 p_CT = rotate(body.theta, -state.p_TC);
  TargetEstimate estimate;
  estimate.turns = true;
  estimate.p_WC = body.p;
  estimate.theta_WT = body.theta;
  estimate.w_WT = body.w;
  estimate.p_WT = body.p + p_CT;
  estimate.v_WT = body.v + body.w * perpendicular(p_CT);
  const StateVector x = weights_of(state, p_CT, 0);
  const StateVector y = weights_of(state, p_CT, 1);
  const double xy = covariance_along(state.covariance, x, y);
  estimate.covariance << covariance_along(state.covariance, x, x), xy, xy,
      covariance_along(state.covariance, y, y);
  estimate.since_seen = now - state.last_seen;
  estimate.valid = estimate.since_seen <= config.lost_after && estimate.p_WT.allFinite() &&
                   estimate.v_WT.allFinite() && std::isfinite(estimate.w_WT) &&
                   estimate.covariance.allFinite();
  return estimate;
}

PredictedMarker predict_target_marker(const TargetEstimate& target, const Vector2& p_TM) {
  PredictedMarker marker;
  const Vector2 p_TM_W = rotate(target.theta_WT, p_TM);
  marker.p_WM = target.p_WT + p_TM_W;
  marker.v_WM = target.v_WT + target.w_WT * perpendicular(p_TM_W);
  marker.sigma = std::sqrt(target.covariance(0, 0));
  marker.known = marker.p_WM.allFinite() && marker.v_WM.allFinite() && std::isfinite(marker.sigma);
  return marker;
}

}  // namespace freefloat
