#pragma once

#include <vector>

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// The virtual manipulator (VM) of one point of a floating tree: a massless chain that starts at the virtual
/// ground (VG, the mass centre of the whole system) and always ends at that point; Dubowsky & Vafa 1987,
/// Sec. 4.
///
/// Every virtual link is a vector fixed to the axes of its real body, every virtual joint turns as the real
/// one does or shifts by a constant part of it. The paper's body i is body i - 1 here, its joint i is the
/// joint that carries body i here. The same sums hold for branching trees.
struct VirtualManipulator {
  /// What belongs to one body, in the body's own axes.
  struct Link {
    int parent = -1;                 ///< body that carries it; -1: the vehicle
    Vector3 D = Vector3::Zero();     ///< Eq. (4): what its outer joints and the point contribute, m
    Vector3 H = Vector3::Zero();     ///< Eq. (5): from its own joint, m; zero for the vehicle
    Vector3 V = Vector3::Zero();     ///< Eq. (3): D + H, the virtual link, m
    double translation_ratio = 0.0;  ///< Eq. (6): P = translation_ratio T; prismatic joints move the VM by P
    Matrix3 rotation = Matrix3::Identity();  ///< to the parent's axes at joint coordinate 0
    Vector3 axis = Vector3::UnitZ();         ///< of the joint, own axes
    JointKind kind = JointKind::kRevolute;
    double min = 0.0;  ///< limits of the virtual joint: the real ones, for a prismatic joint times its ratio
    double max = 0.0;
  };
  std::vector<Link> links;   ///< one a body, the vehicle first
  std::vector<int> outward;  ///< all bodies but the vehicle, each behind the one that carries it
  int end_body = 0;          ///< body that the point belongs to
  bool serial = true;        ///< every body carries at most one other
};

/// Constructs the VM of a point of any body, Eqs. (2)-(6). With mu_j the part of the mass inboard of joint j,
/// a joint between VG and the point counts with mu_j, one beyond the point with mu_j - 1.
/// @param model Base free or planar.
/// @param body 0 .. n.
/// @param offset The point from the body's origin, user's axes of the body, m.
/// @throws std::invalid_argument when the base cannot shift freely: momentum then is not conserved.
VirtualManipulator make_virtual_manipulator(const TreeModel& model, int body, const Vector3& offset);
VirtualManipulator make_virtual_manipulator(const TreeModel& model, int end_point);

/// @param joints Length n, rad or m.
/// @param R_WB From the vehicle's to W's axes.
/// @return Where the virtual joints are, and last the end: n + 2 points seen from VG, W, m. Point 0 is VG
/// itself, point 1 the end of the vehicle's virtual link, point k + 2 that of link `outward[k]`.
std::vector<Vector3> place_virtual_links(const VirtualManipulator& vm, const Matrix3& R_WB,
                                         const Eigen::VectorXd& joints);

/// @return The VM's end seen from VG, W, m: (A4) without V_g.
Vector3 virtual_end(const VirtualManipulator& vm, const Matrix3& R_WB, const Eigen::VectorXd& joints);

/// V_g of Eq. (1), where S is the position of the last body's mass centre C_N and the inner sum runs from i
/// to N - 1 (both misprinted).
/// @param p_WCn S: mass centre of body n, W, m.
/// @return VG, W, m.
Vector3 virtual_ground(const TreeModel& model, const Matrix3& R_WB, const Eigen::VectorXd& joints,
                       const Vector3& p_WCn);

}  // namespace freefloat
