#include "model/fixed_base_jacobian.h"

namespace freefloat {

PointJacobian compute_fixed_base_jacobian(const PlanarModel& model, const Posture& posture) {
  const PointMotion satellite = compute_point(model, posture, 0, Vector2::Zero());
  return compute_hand(model, posture).by_joints() - satellite.by_joints();
}

}  // namespace freefloat
