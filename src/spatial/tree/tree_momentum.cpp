#include "spatial/tree/tree_momentum.h"

namespace freefloat {

TreeInertia::TreeInertia(const TreeModel& model) : bodies(model.body_count()) {}

void compute_inertia(const TreeModel& model, const TreePosture& posture, TreeInertia& inertia) noexcept {
  const int count = model.body_count();
  TreeInertia::Body* const bodies = inertia.bodies.data();
  for (int i = 0; i < count; ++i) bodies[i].outboard = posture.bodies[i].inertia;
  for (const int i : model.inward()) {
    bodies[i].joint_momentum = bodies[i].outboard * posture.bodies[i].joint_twist;
    bodies[model.parent(i)].outboard += bodies[i].outboard;
  }
  bodies[0].joint_momentum.setZero();
}

BaseResponse::BaseResponse(const TreeModel& model, const SpatialInertia& whole) noexcept
    : kind_(model.base_kind()), per_mass_(0.0), mass_centre_(Vector3::Zero()) {
  switch (kind_) {
    case BaseKind::kFree:
      per_mass_ = 1.0 / whole.mass();
      mass_centre_ = whole.moment() * per_mass_;
      inverse_inertia_ = whole.about_mass_centre().inverse();
      break;
    case BaseKind::kPlanar:
      per_mass_ = 1.0 / whole.mass();
      mass_centre_ = whole.moment() * per_mass_;
      inverse_inertia_.zz = 1.0 / whole.about_mass_centre().zz;
      break;
    case BaseKind::kSpherical:
      inverse_inertia_ = whole.inertia().inverse();
      break;
    case BaseKind::kFixed:
      break;
  }
}

TreeTotals compute_totals(const TreeModel& model, const TreePosture& posture,
                          const TreeMotion& motion) noexcept {
  TreeTotals totals;
  Vector6 momentum = Vector6::Zero();
  Vector3 moment = Vector3::Zero();
  const int count = model.body_count();
  // A fixed base may have mass, but it neither moves nor falls.
  for (int i = model.base_kind() == BaseKind::kFixed ? 1 : 0; i < count; ++i) {
    const SpatialInertia& inertia = posture.bodies[i].inertia;
    const Vector6& twist = motion.bodies[i].twist;
    const Vector6 own = inertia * twist;
    momentum += own;
    totals.kinetic_energy += 0.5 * own.dot(twist);
    totals.mass += inertia.mass();
    moment += inertia.moment();
  }
  const Vector3 p_OG = totals.mass > 0.0 ? Vector3(moment / totals.mass) : Vector3::Zero();
  totals.p_WG = posture.origin + p_OG;
  totals.linear_momentum = momentum.head<3>();
  if (totals.mass > 0.0) totals.v_WG = totals.linear_momentum / totals.mass;
  totals.angular_momentum_base = momentum.tail<3>();
  totals.angular_momentum = totals.angular_momentum_base - p_OG.cross(totals.linear_momentum);
  totals.angular_momentum_origin =
      totals.angular_momentum_base + posture.origin.cross(totals.linear_momentum);
  totals.potential_energy = -totals.mass * model.parameters().gravity.dot(totals.p_WG);
  return totals;
}

}  // namespace freefloat
