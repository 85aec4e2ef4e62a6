#include "model/planar_model.h"

#include "types/angle.h"

namespace freefloat {

namespace {

/// p_{B X} of every body's mass centre, seen from the satellite's, as vectors that turn with one body each.
std::array<BodyPoints, kMaxBodies> vectors_from_satellite(const RobotParameters& robot) {
  const int bodies = robot.joint_count() + 1;
  std::array<BodyPoints, kMaxBodies> from_satellite;
  from_satellite[0] = BodyPoints::Zero(2, bodies);
  Vector2 to_joint = robot.satellite_to_joint;
  for (int i = 1; i < bodies; ++i) {
    const LinkParameters& link = robot.links[i - 1];
    auto& vectors = from_satellite[i];
    vectors = from_satellite[i - 1];
    vectors.col(i - 1) += to_joint;
    vectors.col(i) += link.to_mass_centre;
    to_joint = link.to_end;
  }
  return from_satellite;
}

}  // namespace

PlanarModel::PlanarModel(const RobotParameters& parameters) : joint_count_(parameters.joint_count()) {
  const int bodies = body_count();
  BodyVector masses(bodies);
  inertias_.resize(bodies);
  masses[0] = parameters.satellite_mass;
  inertias_[0] = parameters.satellite_inertia;
  for (int i = 1; i < bodies; ++i) {
    masses[i] = parameters.links[i - 1].mass;
    inertias_[i] = parameters.links[i - 1].inertia;
  }
  total_mass_ = masses.sum();

  const auto from_satellite = vectors_from_satellite(parameters);
  BodyPoints mass_centre = BodyPoints::Zero(2, bodies);
  for (int i = 0; i < bodies; ++i) {
    mass_centre += masses[i] / total_mass_ * from_satellite[i];
  }
  for (int i = 0; i < bodies; ++i) {
    centre_vectors_[i] = from_satellite[i] - mass_centre;
  }
  hand_offset_ = parameters.links.back().to_end;
  hand_vectors_ = centre_vectors_[bodies - 1];
  hand_vectors_.col(bodies - 1) += hand_offset_;

  cosine_inertia_ = BodyMatrix::Zero(bodies, bodies);
  sine_inertia_ = BodyMatrix::Zero(bodies, bodies);
  for (int i = 0; i < bodies; ++i) {
    const BodyPoints& beta = centre_vectors_[i];
    for (int j = 0; j < bodies; ++j) {
      for (int k = 0; k < bodies; ++k) {
        const Vector2 beta_j = beta.col(j);
        const Vector2 beta_k = beta.col(k);
        cosine_inertia_(j, k) += masses[i] * beta_j.dot(beta_k);
        sine_inertia_(j, k) += masses[i] * cross(beta_j, beta_k);
      }
    }
  }
}

}  // namespace freefloat
