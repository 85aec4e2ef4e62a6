#pragma once

#include <vector>

#include "spatial/tree/spatial.h"

namespace freefloat {

using Matrix4 = Eigen::Matrix4d;

/// A serial arm on a fixed base as its screw axes and what its links are like in the home posture: Korczyk et
/// al., "Modeling of an On-Orbit Maintenance Robotic Arm Test-Bed" (2021), Sec. 2, Eqs. (8)-(13). All in the
/// axes of the base.
struct ScrewArm {
  struct Link {
    Vector6 screw;      ///< S_i = (omega; v), Eq. (9): v = -omega x q; (0; axis) for a prismatic joint
    double mass = 0.0;  ///< kg
    Vector3 mass_centre = Vector3::Zero();  ///< home posture, m
    Matrix3 inertia = Matrix3::Zero();      ///< about the mass centre, home posture, kg m^2
  };
  std::vector<Link> links;
  Matrix4 tip_home = Matrix4::Identity();  ///< M of Eq. (8)
  Vector3 gravity = Vector3::Zero();       ///< m/s^2
};

/// @return e^{[S] theta}, Eqs. (8), (12).
Matrix4 screw_motion(const Vector6& screw, double theta);

/// @return T of the tip, Eq. (8).
Matrix4 compute_tip(const ScrewArm& arm, const Eigen::VectorXd& theta);

/// tau = M theta'' + h, Eq. (13).
struct ScrewDynamics {
  Eigen::MatrixXd M;  ///< n x n
  Eigen::VectorXd h;  ///< n: centripetal, Coriolis and gravity terms
};
ScrewDynamics compute_screw_dynamics(const ScrewArm& arm, const Eigen::VectorXd& theta,
                                     const Eigen::VectorXd& rates);

/// @param tree A serial arm on a fixed base whose frame is W's; one end point is taken, if there is any.
/// @throws std::invalid_argument when it branches or floats.
ScrewArm screw_arm_from_tree(const TreeParameters& tree);

}  // namespace freefloat
