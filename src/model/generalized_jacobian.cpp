#include "model/generalized_jacobian.h"

namespace freefloat {

namespace {

/// The general code below, written out for two joints: the robot of the paper runs it in every cycle, and
/// candidates for a path are judged by it by the thousand.
GeneralizedJacobian two_joint_jacobian(const PlanarModel& model, const Posture& posture) {
  const double* c = posture.cosines.data();
  const double* s = posture.sines.data();
  const double* beta = model.hand_vectors().data();  // x, y of body 0, 1, 2
  const auto turned_x = [&](int k) { return -(s[k] * beta[2 * k] + c[k] * beta[2 * k + 1]); };
  const auto turned_y = [&](int k) { return c[k] * beta[2 * k] - s[k] * beta[2 * k + 1]; };
  const double x2 = turned_x(2);
  const double y2 = turned_y(2);
  const double x1 = x2 + turned_x(1);
  const double y1 = y2 + turned_y(1);
  const double x0 = x1 + turned_x(0);
  const double y0 = y1 + turned_y(0);

  const double* a = model.cosine_inertia().data();  // column by column, 3 x 3
  const double* b = model.sine_inertia().data();
  const auto coupling = [&](int j, int k) {
    return a[j + 3 * k] * (c[j] * c[k] + s[j] * s[k]) + b[j + 3 * k] * (s[j] * c[k] - c[j] * s[k]);
  };
  const auto own = [&](int k) { return model.inertias()[k] + a[4 * k]; };
  const double m10 = coupling(1, 0);
  const double m20 = coupling(2, 0);
  const double m21 = coupling(2, 1);
  const double by_joint2 = m20 + m21 + own(2);
  const double by_joint1 = m10 + own(1) + m21 + by_joint2;
  const double per_inertia = 1.0 / (own(0) + m10 + m20 + by_joint1);
  const double rate1 = -by_joint1 * per_inertia;
  const double rate2 = -by_joint2 * per_inertia;

  GeneralizedJacobian result;
  result.matrix.resize(3, 2);
  result.satellite_rate.resize(2);
  double* j = result.matrix.data();
  j[0] = x1 + x0 * rate1;
  j[1] = y1 + y0 * rate1;
  j[2] = 1.0 + rate1;
  j[3] = x2 + x0 * rate2;
  j[4] = y2 + y0 * rate2;
  j[5] = 1.0 + rate2;
  result.satellite_rate[0] = rate1;
  result.satellite_rate[1] = rate2;
  result.by_momentum = {x0 * per_inertia, y0 * per_inertia, per_inertia};
  return result;
}

}  // namespace

GeneralizedJacobian compute_generalized_jacobian(const PointMotion& hand, const AngularInertia& inertia) {
  const Vector2 by_attitude = hand.by_attitude();
  const Eigen::Vector3d by_satellite_rate{by_attitude.x(), by_attitude.y(), 1.0};
  GeneralizedJacobian result;
  result.satellite_rate = inertia.joints * (-1.0 / inertia.satellite);
  result.by_momentum = by_satellite_rate / inertia.satellite;
  result.matrix.resize(3, inertia.joints.size());
  result.matrix.topRows<2>() = hand.by_joints();
  result.matrix.row(2).setOnes();
  for (Eigen::Index j = 0; j < inertia.joints.size(); ++j) {
    result.matrix.col(j) += by_satellite_rate * result.satellite_rate[j];
  }
  return result;
}

GeneralizedJacobian compute_generalized_jacobian(const PlanarModel& model, const Posture& posture) {
  if (model.joint_count() == 2) return two_joint_jacobian(model, posture);
  return compute_generalized_jacobian(compute_hand(model, posture), compute_angular_inertia(model, posture));
}

}  // namespace freefloat
