#pragma once

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// Inertias of all that a joint carries, and the momentum that a joint rate of 1 gives it, in frame O. One
/// backward pass; mass matrix and generalized Jacobian rest on it. Sized once.
struct TreeInertia {
  explicit TreeInertia(const TreeModel& model);

  struct Body {
    SpatialInertia outboard;  ///< of the body and all that it carries, joints locked
    Vector6 joint_momentum;   ///< outboard * S_i: (P; L about O)
  };
  std::vector<Body> bodies;  ///< 0 is the base: `outboard` is that of the whole system
};

/// @param inertia Made for this model.
void compute_inertia(const TreeModel& model, const TreePosture& posture, TreeInertia& inertia) noexcept;

/// How the base answers the joints and the conserved momentum. Of (P; L) those components count that the base
/// can move in; the others are taken up by the bearing.
class BaseResponse {
 public:
  BaseResponse(const TreeModel& model, const SpatialInertia& whole) noexcept;

  /// @param momentum (P; L about O).
  /// @return Twist of the base in frame O that has this momentum, all joints locked.
  [[gnu::always_inline]] Vector6 twist_of(const Vector6& momentum) const noexcept {
    const Vector3 p = momentum.head<3>();
    const Vector3 w = inverse_inertia_ * (momentum.tail<3>() - mass_centre_.cross(p));
    Vector3 v = p * per_mass_ + mass_centre_.cross(w);
    if (kind_ == BaseKind::kPlanar) v.z() = 0.0;
    return join(v, w);
  }

  /// @return 1 / mass of the whole system as far as the base can shift, 1/kg; else 0.
  double per_mass() const { return per_mass_; }
  /// @return Point about which momenta and shifts part, frame O, m.
  const Vector3& centre() const { return mass_centre_; }
  /// @return What turns L about centre() into an angular velocity, 1 / (kg m^2).
  const Symmetric3& inverse_inertia() const { return inverse_inertia_; }

 private:
  BaseKind kind_;
  double per_mass_;
  Vector3 mass_centre_;         ///< frame O; zero for a spherical base
  Symmetric3 inverse_inertia_;  ///< about the mass centre; about the bearing for a spherical base
};

/// What a moving tree carries, in W.
struct TreeTotals {
  double mass = 0.0;                           ///< kg
  Vector3 p_WG = Vector3::Zero();              ///< mass centre, m
  Vector3 v_WG = Vector3::Zero();              ///< m/s
  Vector3 linear_momentum = Vector3::Zero();   ///< P, N s
  Vector3 angular_momentum = Vector3::Zero();  ///< L about G, N m s
  Vector3 angular_momentum_base =
      Vector3::Zero();  ///< about the base frame's origin (for a spherical base: the bearing)
  Vector3 angular_momentum_origin = Vector3::Zero();  ///< about W's origin
  double kinetic_energy = 0.0;                        ///< J
  double potential_energy = 0.0;                      ///< J, zero at W's origin
};
TreeTotals compute_totals(const TreeModel& model, const TreePosture& posture,
                          const TreeMotion& motion) noexcept;

}  // namespace freefloat
