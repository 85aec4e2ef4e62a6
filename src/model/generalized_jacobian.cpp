#include "model/generalized_jacobian.h"

namespace freefloat {

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
  return compute_generalized_jacobian(compute_hand(model, posture), compute_angular_inertia(model, posture));
}

}  // namespace freefloat
