#include "model/dynamics.h"

#include <Eigen/Cholesky>

#include "types/angle.h"

namespace freefloat {

namespace {

/// Sums over each body and all bodies after it: what turns with the satellite (entry 0) or with joint j
/// (entry j).
template <typename Vector>
void accumulate_from_tip(Vector&& values) {
  for (Eigen::Index k = values.size() - 2; k >= 0; --k) values[k] += values[k + 1];
}

PointMotion compute_satellite(const PlanarModel& model, const Posture& posture) {
  return compute_point(model, posture, 0, Vector2::Zero());
}

/// sum of the vectors p_k that turn with the bodies, times theta_k'^2: minus the centripetal acceleration of
/// the point.
Vector2 centrifugal_sum(const PointMotion& point, const BodyVector& body_rates) {
  Vector2 sum = Vector2::Zero();
  for (Eigen::Index k = 0; k < body_rates.size(); ++k) {
    const double squared = body_rates[k] * body_rates[k];
    sum.x() += point.by_body(1, k) * squared;
    sum.y() -= point.by_body(0, k) * squared;
  }
  return sum;
}

BodyVector body_forces(const PointMotion& satellite, const JointVector& torques, const BaseWrench& wrench) {
  BodyVector forces = satellite.by_body.transpose() * wrench.force;
  forces[0] += wrench.moment;
  for (Eigen::Index j = 0; j < torques.size(); ++j) {
    forces[j] -= torques[j];
    forces[j + 1] += torques[j];
  }
  return forces;
}

}  // namespace

BodyVector compute_body_rates(double w_WB, const JointVector& joint_rates) {
  BodyVector rates(joint_rates.size() + 1);
  rates[0] = w_WB;
  for (Eigen::Index j = 0; j < joint_rates.size(); ++j) rates[j + 1] = rates[j] + joint_rates[j];
  return rates;
}

BodyVector compute_body_velocity_terms(const PlanarModel& model, const Posture& posture,
                                       const BodyVector& body_rates) {
  const Eigen::Index bodies = body_rates.size();
  const BodyMatrix& a = model.cosine_inertia();
  const BodyMatrix& b = model.sine_inertia();
  BodyVector terms = BodyVector::Zero(bodies);
  for (Eigen::Index j = 0; j < bodies; ++j) {
    const double squared_j = body_rates[j] * body_rates[j];
    for (Eigen::Index k = 0; k < j; ++k) {
      const double cosine = posture.cosines[j] * posture.cosines[k] + posture.sines[j] * posture.sines[k];
      const double sine = posture.sines[j] * posture.cosines[k] - posture.cosines[j] * posture.sines[k];
      const double slope = a(j, k) * sine - b(j, k) * cosine;  // antisymmetric in j, k
      terms[j] += slope * body_rates[k] * body_rates[k];
      terms[k] -= slope * squared_j;
    }
  }
  return terms;
}

CoordinateMatrix compute_inertia_matrix(const PlanarModel& model, const Posture& posture) {
  const Eigen::Index bodies = model.body_count();
  const double mass = model.total_mass();
  const PointMotion satellite = compute_satellite(model, posture);

  // In (x0, y0, absolute angles): v_G = v_0 - sum of by_body_k theta_k'.
  CoordinateMatrix inertia = CoordinateMatrix::Zero(bodies + 2, bodies + 2);
  inertia.topLeftCorner<2, 2>().diagonal().setConstant(mass);
  inertia.topRightCorner(2, bodies) = -mass * satellite.by_body;
  inertia.bottomRightCorner(bodies, bodies) = compute_body_inertia(model, posture);
  inertia.bottomRightCorner(bodies, bodies) +=
      mass * satellite.by_body.transpose().lazyProduct(satellite.by_body);

  // To relative angles: coordinate j turns all bodies from j on.
  for (Eigen::Index row = 0; row < bodies + 2; ++row) accumulate_from_tip(inertia.row(row).tail(bodies));
  for (Eigen::Index col = 2; col < bodies + 2; ++col) accumulate_from_tip(inertia.col(col).tail(bodies));
  inertia.bottomLeftCorner(bodies, 2) = inertia.topRightCorner(2, bodies).transpose();
  return inertia;
}

JointMatrix compute_joint_inertia(const PlanarModel& model, const Posture& posture) {
  const Eigen::Index count = model.joint_count();
  const BodyMatrix bodies = compute_body_inertia(model, posture);
  const AngularInertia angular = compute_angular_inertia(model, posture);
  JointMatrix inertia(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      // Joint j turns bodies j + 1 .. n; the satellite gives way so that the angular momentum stays zero.
      inertia(i, j) = bodies.bottomRightCorner(count - i, count - j).sum() -
                      angular.joints[i] * angular.joints[j] / angular.satellite;
    }
  }
  return inertia;
}

CoordinateVector compute_velocity_terms(const PlanarModel& model, const Posture& posture,
                                        const BodyVector& body_rates) {
  const PointMotion satellite = compute_satellite(model, posture);
  const Vector2 force = model.total_mass() * centrifugal_sum(satellite, body_rates);
  CoordinateVector terms(body_rates.size() + 2);
  terms.head<2>() = force;
  terms.tail(body_rates.size()) =
      compute_body_velocity_terms(model, posture, body_rates) - satellite.by_body.transpose() * force;
  accumulate_from_tip(terms.tail(body_rates.size()));
  return terms;
}

CoordinateVector compute_accelerations(const PlanarModel& model, const Posture& posture,
                                       const BodyVector& body_rates, const JointVector& torques,
                                       const BaseWrench& wrench) {
  const Eigen::Index bodies = body_rates.size();
  const PointMotion satellite = compute_satellite(model, posture);
  const BodyVector forces = body_forces(satellite, torques, wrench);
  const BodyVector velocity_terms = compute_body_velocity_terms(model, posture, body_rates);
  const BodyVector turning =
      compute_body_inertia(model, posture).llt().solve(BodyVector(forces - velocity_terms));

  CoordinateVector accelerations(bodies + 2);
  accelerations.head<2>() = wrench.force / model.total_mass() + satellite.by_body * turning -
                            centrifugal_sum(satellite, body_rates);
  accelerations[2] = turning[0];
  accelerations.tail(bodies - 1) = turning.tail(bodies - 1) - turning.head(bodies - 1);
  return accelerations;
}

MotionTotals compute_motion_totals(const PlanarModel& model, const Posture& posture,
                                   const RobotState& state) {
  const PointMotion satellite = compute_satellite(model, posture);
  const BodyVector rates = compute_body_rates(state.w_WB, state.joint_rates);
  const BodyVector momenta = compute_body_inertia(model, posture) * rates;
  MotionTotals totals;
  totals.p_WG = state.p_WB - satellite.p_GX;
  totals.v_WG = state.v_WB - satellite.by_body * rates;
  totals.linear_momentum = model.total_mass() * totals.v_WG;
  totals.angular_momentum = momenta.sum();
  totals.angular_momentum_origin = totals.angular_momentum + cross(totals.p_WG, totals.linear_momentum);
  totals.kinetic_energy = 0.5 * (totals.linear_momentum.dot(totals.v_WG) + momenta.dot(rates));
  return totals;
}

}  // namespace freefloat
