#include "model/posture.h"

#include <cmath>

namespace freefloat {

namespace {

PointMotion turn_vectors(const BodyPoints& beta, const Posture& posture) {
  PointMotion point;
  point.by_body.resize(2, beta.cols());
  for (Eigen::Index k = 0; k < beta.cols(); ++k) {
    const double x = posture.cosines[k] * beta(0, k) - posture.sines[k] * beta(1, k);
    const double y = posture.sines[k] * beta(0, k) + posture.cosines[k] * beta(1, k);
    point.p_GX.x() += x;
    point.p_GX.y() += y;
    point.by_body(0, k) = -y;
    point.by_body(1, k) = x;
  }
  return point;
}

}  // namespace

Posture compute_posture(double theta_WB, const JointVector& joints) {
  Posture posture;
  posture.cosines.resize(joints.size() + 1);
  posture.sines.resize(joints.size() + 1);
  double theta = theta_WB;
  for (Eigen::Index k = 0; k <= joints.size(); ++k) {
    posture.cosines[k] = std::cos(theta);
    posture.sines[k] = std::sin(theta);
    if (k < joints.size()) theta += joints[k];
  }
  return posture;
}

PointJacobian PointMotion::by_joints() const {
  PointJacobian jacobian(2, by_body.cols() - 1);
  Vector2 beyond = Vector2::Zero();  // everything that turns with joint j and the joints after it
  for (Eigen::Index j = jacobian.cols() - 1; j >= 0; --j) {
    beyond += by_body.col(j + 1);
    jacobian.col(j) = beyond;
  }
  return jacobian;
}

PointMotion compute_point(const PlanarModel& model, const Posture& posture, int body, const Vector2& offset) {
  BodyPoints beta = model.centre_vectors(body);
  beta.col(body) += offset;
  return turn_vectors(beta, posture);
}

PointMotion compute_hand(const PlanarModel& model, const Posture& posture) {
  return turn_vectors(model.hand_vectors(), posture);
}

Vector2 satellite_from_mass_centre(const PlanarModel& model, const Posture& posture) {
  return turn_vectors(model.centre_vectors(0), posture).p_GX;
}

}  // namespace freefloat
