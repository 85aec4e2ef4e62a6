#pragma once

#include <optional>
#include <span>

#include "spatial/tree/tree_momentum.h"

namespace freefloat {

/// Motion of a point as a function of the joint rates alone, the base being left to the conservation of
/// momentum. Sized once, for one model.
struct TreeGeneralizedJacobian {
  explicit TreeGeneralizedJacobian(const TreeModel& model);

  Matrix6X matrix;         ///< J*, 6 x n: (v_WX; w) = matrix q' + by_momentum (P; L)
  Matrix6X base_response;  ///< 6 x n: (v_WB; w_WB) for a joint rate of 1 at zero momentum
  /// d (v_WX; w) / d (P; L), 6 x 6: P in N s, L in N m s about the system's mass centre, or about the bearing
  /// for a spherical base (whose P is not conserved: those columns are zero).
  Matrix6 by_momentum;
};

/// GJM of any point: J* = J_m - J_b H_b^-1 H_bm, Umetani & Yoshida 1989; T_e of Saha 1993, Eq. (23). A planar
/// base conserves Px, Py, Lz; for a fixed base it is the arm's Jacobian. O(n).
/// @param inertia Of this posture.
/// @param body Body that the point belongs to, 0 .. n.
/// @param p_OX The point in frame O, m: see end_point_from_base.
void compute_generalized_jacobian(const TreeModel& model, const TreePosture& posture,
                                  const TreeInertia& inertia, int body, const Vector3& p_OX,
                                  TreeGeneralizedJacobian& jacobian) noexcept;
void compute_generalized_jacobian(const TreeModel& model, const TreePosture& posture,
                                  const TreeInertia& inertia, int end_point,
                                  TreeGeneralizedJacobian& jacobian) noexcept;

/// @return Rows of a twist (v; w) which as many joints as these can prescribe, so that their part of J* is
/// square: x, y for two and x, y, turn about z for three joints on a planar base; x, y, z for three and all
/// for six joints on other bases. Empty for other numbers of joints.
std::span<const int> square_rows(const TreeParameters& tree);

/// @return Determinant of the square_rows of J*: zero where the robot is singular; nothing where there are
/// none.
std::optional<double> generalized_determinant(const TreeModel& model,
                                              const TreeGeneralizedJacobian& jacobian);

/// dJ*/dt along the present motion, whatever momentum it has, O(n).
/// @param rate Receives the derivatives of `matrix` and `base_response`; its by_momentum is not touched.
/// @param jacobian Of this posture and point.
/// @param work Any TreeInertia of this model; its content is replaced.
void compute_generalized_jacobian_rate(const TreeModel& model, const TreePosture& posture,
                                       const TreeMotion& motion, const TreeInertia& inertia, int body,
                                       const Vector3& p_OX, const TreeGeneralizedJacobian& jacobian,
                                       TreeInertia& work, TreeGeneralizedJacobian& rate) noexcept;

/// Twist of the base, (v_WB; w_WB), that gives the whole system the momentum at these joint rates.
/// @param momentum (P; L) as in by_momentum.
Vector6 base_twist_for_momentum(const TreeModel& model, const TreeInertia& inertia,
                                const Eigen::VectorXd& joint_rates, const Vector6& momentum) noexcept;

}  // namespace freefloat
