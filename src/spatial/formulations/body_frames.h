#pragma once

#include <vector>

#include "spatial/tree/spatial.h"

namespace freefloat {

/// Motion of every body, in W, found body by body from the parameters alone: the common ground of the
/// published formulations. It shares no code with the recursive algorithms, so that each checks the others.
/// Made for clarity, not for the loop: it allocates.
struct BodyFrames {
  struct Body {
    Matrix3 rotation = Matrix3::Identity();   ///< from the body's to W's axes
    Vector3 origin = Vector3::Zero();         ///< of its frame, m
    Vector3 mass_centre = Vector3::Zero();    ///< c_i, m
    Vector3 axis = Vector3::Zero();           ///< e_i: of its own joint, unit vector
    Matrix3 inertia = Matrix3::Zero();        ///< I_i about the mass centre, W's axes, kg m^2
    Vector3 w = Vector3::Zero();              ///< omega_i, rad/s
    Vector3 v_origin = Vector3::Zero();       ///< m/s
    Vector3 v_mass_centre = Vector3::Zero();  ///< c_i', m/s
    Vector3 w_rate = Vector3::Zero();         ///< rad/s^2
    Vector3 a_origin = Vector3::Zero();       ///< m/s^2
    Vector3 a_mass_centre = Vector3::Zero();  ///< c_i'', m/s^2
    double mass = 0.0;                        ///< kg
    JointKind kind = JointKind::kRevolute;
    int parent = -1;
  };
  std::vector<Body> bodies;  ///< 0 is the base
};

/// State and accelerations of a tree as plain numbers, W.
struct BodyMotion {
  Vector3 p_WB = Vector3::Zero();       ///< m
  Matrix3 R_WB = Matrix3::Identity();   ///< from the base's to W's axes
  Vector3 v_WB = Vector3::Zero();       ///< m/s
  Vector3 w_WB = Vector3::Zero();       ///< rad/s
  Vector3 a_WB = Vector3::Zero();       ///< dv_WB/dt, m/s^2
  Vector3 w_rate_WB = Vector3::Zero();  ///< rad/s^2
  Eigen::VectorXd joints;               ///< length n, rad or m
  Eigen::VectorXd joint_rates;          ///< rad/s or m/s
  Eigen::VectorXd joint_accelerations;  ///< rad/s^2 or m/s^2; empty: zero
};

/// @param tree Without problems.
BodyFrames compute_body_frames(const TreeParameters& tree, const BodyMotion& motion);

/// @param twist [angular rad/s, linear m/s].
/// @return ad: the Lie bracket with the twist as a matrix, [6][6].
Matrix6 lie_bracket(const Vector6& twist);

}  // namespace freefloat
