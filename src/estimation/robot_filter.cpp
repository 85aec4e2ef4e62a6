#include "estimation/robot_filter.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "estimation/usable_marker.h"
#include "model/momentum.h"
#include "model/posture.h"

namespace freefloat {

namespace {

constexpr double kHeldNoiseFactor = 300.0;  // of the momentum while the hand is fixed to the table

// Beyond these a belief is nonsense, and its rounding error would be felt.
constexpr double kFarthest = 1e3;      // m
constexpr double kLargestAngle = 1e6;  // rad

using PointGain = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::ColMajor, kMaxFilterStates, 2>;
using PointRows = Eigen::Matrix<double, 2, Eigen::Dynamic, Eigen::ColMajor, 2, kMaxFilterStates>;

void add_correction(const StateVector& correction, RobotFilterState& state) {
  const FilterLayout layout = layout_of(state);
  state.p_WG += correction.head<2>();
  state.theta_WB += correction[2];
  state.joints += correction.segment(3, layout.joints);
  state.v_WG += correction.segment<2>(layout.velocity());
  state.angular_momentum += correction[layout.momentum()];
}

/// I_s and I_m, which do not depend on the attitude.
AngularInertia inertia_at(const PlanarModel& model, const JointVector& joints) {
  return compute_angular_inertia(model, compute_posture(0.0, joints));
}

/// One step of Runge-Kutta of order 4. The slope does not depend on the attitude itself, so its two middle
/// slopes are one and the same.
void move_mean(const PlanarModel& model, const AngularInertia& at_start, const JointVector& rates,
               Duration duration, RobotFilterState& state) {
  const double dt = to_seconds(duration);
  const JointVector end = state.joints + dt * rates;
  const double momentum = state.angular_momentum;
  const double first = satellite_rate(at_start, rates, momentum);
  const double middle = satellite_rate(inertia_at(model, 0.5 * (state.joints + end)), rates, momentum);
  const double last = satellite_rate(inertia_at(model, end), rates, momentum);
  state.theta_WB += dt / 6.0 * (first + 4.0 * middle + last);
  state.joints = end;
  state.p_WG += dt * state.v_WG;
  state.at += duration;
}

}  // namespace

void propagate_robot_mean(const PlanarModel& model, const JointVector& joint_rates, Duration duration,
                          RobotFilterState& state) {
  move_mean(model, inertia_at(model, state.joints), joint_rates, duration, state);
}

void propagate_robot_filter(const RobotFilterSetup& setup, const JointVector& joint_rates, Duration duration,
                            RobotFilterState& state) {
  if (duration <= Duration::zero()) return;
  const double dt = to_seconds(duration);
  const FilterLayout layout = layout_of(state);
  const AngularInertia inertia = inertia_at(setup.model, state.joints);
  move_mean(setup.model, inertia, joint_rates, duration, state);

  // F = 1, except positions from velocities and the attitude from the momentum: rows added, then columns.
  FilterCovariance& p = state.covariance;
  const Eigen::Index v = layout.velocity();
  const Eigen::Index l = layout.momentum();
  const double by_momentum = dt / inertia.satellite;
  p.row(0) += dt * p.row(v);
  p.row(1) += dt * p.row(v + 1);
  p.row(2) += by_momentum * p.row(l);
  p.col(0) += dt * p.col(v);
  p.col(1) += dt * p.col(v + 1);
  p.col(2) += by_momentum * p.col(l);

  // Noise of the tachogenerators moves a joint and, through the momentum, the satellite the other way.
  const double tacho = setup.config.tacho_sigma * dt;
  for (Eigen::Index j = 0; j < layout.joints; ++j) {
    const double reaction = -inertia.joints[j] / inertia.satellite;
    const double variance = tacho * tacho;
    p(3 + j, 3 + j) += variance;
    p(2, 3 + j) += reaction * variance;
    p(3 + j, 2) += reaction * variance;
    p(2, 2) += reaction * reaction * variance;
  }
  const double factor = setup.free ? 1.0 : kHeldNoiseFactor;
  const double acceleration = factor * setup.config.acceleration_density;
  const double torque = factor * setup.config.torque_density;
  p(v, v) += acceleration * acceleration * dt;
  p(v + 1, v + 1) += acceleration * acceleration * dt;
  p(l, l) += torque * torque * dt;
}

MarkerUpdate update_with_markers(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                 RobotFilterState& state) {
  const FilterLayout layout = layout_of(state);
  const double floor = setup.config.marker_sigma_floor * setup.config.marker_sigma_floor;
  MarkerUpdate result;
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    const MarkerMeasurement& marker = frame.markers[i];
    if (!is_usable(marker)) continue;
    const Posture posture = compute_posture(state.theta_WB, state.joints);
    const PointMotion led =
        compute_point(setup.model, posture, setup.markers[i].body, setup.markers[i].position);
    const Vector2 innovation = marker.p_WM - (state.p_WG + led.p_GX);

    // H has nothing in its velocity and momentum columns: only the first 3 + n states are read.
    PointRows h(2, 3 + layout.joints);
    h.leftCols<2>().setIdentity();
    h.col(2) = led.by_attitude();
    h.rightCols(layout.joints) = led.by_joints();
    PointGain ph(layout.size(), 2);
    ph.noalias() = state.covariance.leftCols(3 + layout.joints) * h.transpose();
    Matrix2 s = marker.covariance;
    s.noalias() += h * ph.topRows(3 + layout.joints);
    s.diagonal().array() += floor;
    const Matrix2 s_inverse = s.inverse();
    const double normalised = std::sqrt(innovation.dot(s_inverse * innovation));
    result.worst_innovation = std::max(result.worst_innovation, normalised);
    if (!(normalised <= setup.config.gate_sigmas)) {
      ++result.rejected;
      continue;
    }
    PointGain gain(layout.size(), 2);
    gain.noalias() = ph * s_inverse;
    StateVector correction(layout.size());
    correction.noalias() = gain * innovation;
    add_correction(correction, state);
    state.covariance.noalias() -= gain * ph.transpose();
    ++result.used;
  }
  // Rounding must not let the matrix drift away from symmetry.
  state.covariance = (0.5 * (state.covariance + state.covariance.transpose())).eval();
  return result;
}

void update_with_potentiometers(const RobotFilterSetup& setup, const JointVector& angles,
                                RobotFilterState& state) {
  const FilterLayout layout = layout_of(state);
  const double variance = setup.config.pot_sigma * setup.config.pot_sigma;
  for (Eigen::Index j = 0; j < layout.joints; ++j) {
    const double innovation = angles[j] - state.joints[j];
    const StateVector column = state.covariance.col(3 + j);
    const double s = column[3 + j] + variance;
    if (!(innovation * innovation <= setup.config.gate_sigmas * setup.config.gate_sigmas * s)) continue;
    const StateVector gain = column / s;
    add_correction(gain * innovation, state);
    state.covariance.noalias() -= gain * column.transpose();
  }
}

bool is_plausible(const RobotFilterState& state) {
  const bool near = state.p_WG.norm() <= kFarthest && std::abs(state.theta_WB) <= kLargestAngle &&
                    state.joints.norm() <= kLargestAngle;  // false for NaN
  return near && state.v_WG.allFinite() && std::isfinite(state.angular_momentum) &&
         state.covariance.allFinite();
}

RobotState robot_state(const PlanarModel& model, const RobotFilterState& state,
                       const JointVector& joint_rates) {
  const Posture posture = compute_posture(state.theta_WB, state.joints);
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
