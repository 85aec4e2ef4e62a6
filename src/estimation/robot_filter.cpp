#include "estimation/robot_filter.h"

#include <algorithm>
#include <cmath>

#include "estimation/usable_marker.h"
#include "model/momentum.h"
#include "model/posture.h"

namespace freefloat {

namespace {

constexpr double kHeldNoiseFactor = 300.0;  // of the momentum while the hand is fixed to the table

// LEDs are seen from the belief before the frame, as if they moved on straight lines. A turn bends them:
// where that counts, all LEDs of the frame are taken in again from there, seen from the belief after it.
constexpr int kMostPasses = 5;
constexpr double kReach = 1.0;      // m
constexpr double kBentShare = 0.1;  // of the smallest LED noise believed

// Beyond these a belief is nonsense, and its rounding error would be felt.
constexpr double kFarthest = 1e3;      // m
constexpr double kLargestAngle = 1e6;  // rad

void add_correction(const StateVector& correction, RobotFilterState& state) {
  const FilterLayout layout = layout_of(state);
  state.p_WG += correction.head<2>();
  state.theta_WB += correction[2];
  state.joints += correction.segment(3, layout.joints);
  state.v_WG += correction.segment<2>(layout.velocity());
  state.angular_momentum += correction[layout.momentum()];
}

/// One step of Runge-Kutta of order 4. The slope does not depend on the attitude itself, so its two middle
/// slopes are one and the same. @return Inertia at the end.
AngularInertia move_mean(const PlanarModel& model, const AngularInertia& at_start, const JointVector& rates,
                         Duration duration, RobotFilterState& state) {
  const double dt = to_seconds(duration);
  const JointVector end = state.joints + dt * rates;
  const double momentum = state.angular_momentum;
  const double first = satellite_rate(at_start, rates, momentum);
  const double middle = satellite_rate(inertia_at(model, 0.5 * (state.joints + end)), rates, momentum);
  AngularInertia at_end = inertia_at(model, end);
  const double last = satellite_rate(at_end, rates, momentum);
  state.theta_WB += dt / 6.0 * (first + 4.0 * middle + last);
  state.joints = end;
  state.p_WG += dt * state.v_WG;
  state.at += duration;
  return at_end;
}

/// Place, attitude and joints of `a` less those of `b`.
StateVector state_difference(const RobotFilterState& a, const RobotFilterState& b) {
  StateVector difference(3 + a.joints.size());
  difference << a.p_WG - b.p_WG, a.theta_WB - b.theta_WB, a.joints - b.joints;
  return difference;
}

/// What each state adds to a point's coordinates; nothing in the velocities and the momentum, which are left
/// out.
struct PointWeights {
  StateVector x;
  StateVector y;
};

PointWeights weights_in(const PointMotion& point) {
  const Eigen::Index joints = point.by_joints().cols();
  PointWeights weights{StateVector::Unit(3 + joints, 0), StateVector::Unit(3 + joints, 1)};
  weights.x[2] = point.by_attitude().x();
  weights.y[2] = point.by_attitude().y();
  weights.x.tail(joints) = point.by_joints().row(0);
  weights.y.tail(joints) = point.by_joints().row(1);
  return weights;
}

/// What one LED would change.
struct PointUpdate {
  double normalised = 0.0;  ///< innovation, standard deviations
  StateVector correction;
};

/// Takes one LED into the covariance. @param noise Of the LED's position. @param floor Smallest variance
/// believed, m^2.
PointUpdate take_in_point(PointWeights weights, Vector2 innovation, const Matrix2& noise, double floor,
                          CovarianceFactors& covariance) {
  // The two coordinates one after the other, so the noise of the second is freed of its share in the first's.
  const double x_variance = std::max(noise(0, 0), 0.0) + floor;
  const double share = noise(0, 1) / x_variance;
  weights.y -= share * weights.x;
  innovation.y() -= share * innovation.x();
  const double y_variance = std::max(noise(1, 1) - share * noise(0, 1), 0.0) + floor;

  PointUpdate update;
  const ScalarUpdate first = take_in(weights.x, x_variance, covariance);
  update.correction = innovation.x() * first.gain;
  const double left = innovation.y() - weights.y.dot(update.correction.head(weights.y.size()));
  const ScalarUpdate second = take_in(weights.y, y_variance, covariance);
  update.correction += left * second.gain;
  update.normalised = std::sqrt(innovation.x() * innovation.x() / first.innovation_variance +
                                left * left / second.innovation_variance);
  return update;
}

/// Takes in every LED, all seen from the posture and place of `around`.
MarkerUpdate take_in_leds(const RobotFilterSetup& setup, const MarkerFrame& frame,
                          const RobotFilterState& around, RobotFilterState& state) {
  const double floor = setup.config.marker_sigma_floor * setup.config.marker_sigma_floor;
  const Posture posture = compute_posture(around.theta_WB, around.joints);
  MarkerUpdate result;
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    const MarkerMeasurement& marker = frame.markers[i];
    if (!is_usable(marker)) continue;
    const PointMotion led =
        compute_point(setup.model, posture, setup.markers[i].body, setup.markers[i].position);
    const PointWeights weights = weights_in(led);
    const StateVector moved = state_difference(state, around);
    const Vector2 expected = around.p_WG + led.p_GX + Vector2{weights.x.dot(moved), weights.y.dot(moved)};
    const CovarianceFactors before = state.covariance;
    const PointUpdate update =
        take_in_point(weights, marker.p_WM - expected, marker.covariance, floor, state.covariance);
    result.worst_innovation = std::max(result.worst_innovation, update.normalised);
    if (!(update.normalised <= setup.config.gate_sigmas)) {
      state.covariance = before;
      ++result.rejected;
      if (!((marker.p_WM - expected).norm() <= setup.config.far_marker())) result.far |= 1u << i;
      continue;
    }
    add_correction(update.correction, state);
    ++result.used;
  }
  return result;
}

}  // namespace

AngularInertia inertia_at(const PlanarModel& model, const JointVector& joints) {
  return compute_angular_inertia(model, compute_posture(0.0, joints));
}

void propagate_robot_mean(const PlanarModel& model, const JointVector& joint_rates, Duration duration,
                          RobotFilterState& state, AngularInertia& inertia) {
  inertia = move_mean(model, inertia, joint_rates, duration, state);
}

void propagate_robot_filter(const RobotFilterSetup& setup, const JointVector& joint_rates, Duration duration,
                            RobotFilterState& state) {
  if (duration <= Duration::zero()) return;
  const double dt = to_seconds(duration);
  const FilterLayout layout = layout_of(state);
  const AngularInertia inertia = inertia_at(setup.model, state.joints);
  move_mean(setup.model, inertia, joint_rates, duration, state);

  // F = 1, except positions from velocities and the attitude from the momentum.
  CovarianceFactors& p = state.covariance;
  const Eigen::Index v = layout.velocity();
  const Eigen::Index l = layout.momentum();
  add_state(0, v, dt, p);
  add_state(1, v + 1, dt, p);
  add_state(2, l, dt / inertia.satellite, p);

  // Noise of the tachogenerators moves a joint and, through the momentum, the satellite the other way.
  const double tacho = setup.config.tacho_sigma * dt;
  NoiseDirections directions = NoiseDirections::Zero(layout.size(), layout.joints + 3);
  NoiseVariances variances(layout.joints + 3);
  for (Eigen::Index j = 0; j < layout.joints; ++j) {
    directions(2, j) = -inertia.joints[j] / inertia.satellite;
    directions(3 + j, j) = 1.0;
    variances[j] = tacho * tacho;
  }
  const double factor = setup.free ? 1.0 : kHeldNoiseFactor;
  const double acceleration = factor * setup.config.acceleration_density;
  const double torque = factor * setup.config.torque_density;
  directions.bottomRightCorner<3, 3>().setIdentity();  // velocity and momentum, each on its own
  variances.tail<3>() << acceleration * acceleration * dt, acceleration * acceleration * dt,
      torque * torque * dt;
  add_noises(directions, variances, p);
}

MarkerUpdate update_with_markers(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                 RobotFilterState& state) {
  const RobotFilterState before = state;
  RobotFilterState around = state;
  MarkerUpdate result;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    state = before;
    result = take_in_leds(setup, frame, around, state);
    const double turn = (state_difference(state, around)).tail(1 + state.joints.size()).cwiseAbs().maxCoeff();
    if (!(0.5 * kReach * turn * turn > kBentShare * setup.config.marker_sigma_floor)) break;
    around = state;
  }
  return result;
}

void update_with_potentiometers(const RobotFilterSetup& setup, const JointVector& angles,
                                RobotFilterState& state) {
  const FilterLayout layout = layout_of(state);
  const double variance = setup.config.pot_sigma * setup.config.pot_sigma;
  for (Eigen::Index j = 0; j < layout.joints; ++j) {
    const double innovation = angles[j] - state.joints[j];
    const StateVector joint = StateVector::Unit(3 + layout.joints, 3 + j);
    const double s = variance_of(3 + j, state.covariance) + variance;
    if (!(innovation * innovation <= setup.config.gate_sigmas * setup.config.gate_sigmas * s)) continue;
    add_correction(take_in(joint, variance, state.covariance).gain * innovation, state);
  }
}

Matrix2 covariance_of_point(const PointMotion& point, const RobotFilterState& state) {
  const auto [x, y] = weights_in(point);
  const double xy = covariance_along(state.covariance, x, y);
  Matrix2 covariance;
  covariance << covariance_along(state.covariance, x, x), xy, xy, covariance_along(state.covariance, y, y);
  return covariance;
}

bool is_plausible(const RobotFilterState& state) {
  const bool near = state.p_WG.norm() <= kFarthest && std::abs(state.theta_WB) <= kLargestAngle &&
                    state.joints.norm() <= kLargestAngle;  // false for NaN
  return near && state.v_WG.allFinite() && std::isfinite(state.angular_momentum) &&
         state.covariance.allFinite();
}

RobotState robot_state(const PlanarModel& model, const RobotFilterState& state, const Posture& posture,
                       const JointVector& joint_rates) {
  const PointMotion satellite = compute_point(model, posture, 0, Vector2::Zero());
  RobotState robot;
  robot.theta_WB = state.theta_WB;
  robot.joints = state.joints;
  robot.joint_rates = joint_rates;
  robot.w_WB = satellite_rate(compute_angular_inertia(model, posture), joint_rates, state.angular_momentum);
  robot.p_WB = state.p_WG + satellite.p_GX;
  robot.v_WB = state.v_WG + satellite.by_attitude() * robot.w_WB + satellite.by_joints() * joint_rates;
  return robot;
}

}  // namespace freefloat
