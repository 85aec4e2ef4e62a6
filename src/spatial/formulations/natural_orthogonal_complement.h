#pragma once

#include "spatial/formulations/body_frames.h"

namespace freefloat {

/// Dynamics of a free-floating robot by the natural orthogonal complement: Saha, "Modeling and Simulation of
/// Space Robots" (1993), Eqs. (1)-(46), at zero momentum. Written for trees and prismatic joints as well.
///
/// The paper's symbols are kept; twists are t_i = (omega_i; c_i') of the bodies' mass centres, body s the
/// base, all in W: 6 (n + 1) numbers one behind the other, Eqs. (1), (6).
struct NaturalOrthogonalComplement {
  Eigen::MatrixXd T_s;  ///< 6(n+1) x 6, Eq. (18): twists for the base's twist; its transpose is S, Eq. (16)
  Eigen::MatrixXd T_m;  ///< 6(n+1) x n, Eq. (18): twists for the joint rates
  Eigen::MatrixXd T_s_rate;  ///< their time derivatives
  Eigen::MatrixXd T_m_rate;
  Eigen::MatrixXd M;          ///< 6(n+1) x 6(n+1), Eq. (6), with I_i in W's axes
  Eigen::MatrixXd W;          ///< 6(n+1) x 6(n+1), Eq. (38)
  Matrix6 I_s;                ///< Eq. (20)
  Eigen::MatrixXd I_sm;       ///< 6 x n, Eq. (20)
  Eigen::MatrixXd base;       ///< 6 x n: t_s = base theta', Eq. (21), by Cholesky
  Eigen::MatrixXd base_rate;  ///< its time derivative, from Eq. (27)
  Eigen::MatrixXd T;          ///< 6(n+1) x n, Eq. (41): the natural orthogonal complement
  Eigen::MatrixXd T_rate;
  Eigen::MatrixXd A;  ///< 6 n x 6(n+1), Eqs. (32), (33), (40): A t = 0
  Eigen::MatrixXd I;  ///< n x n, Eq. (46): generalized inertia
  Eigen::MatrixXd C;  ///< n x n, Eq. (46): convective inertia
  Vector6 t_s;        ///< Eq. (21)
  BodyFrames frames;  ///< with the base's velocities from t_s
};

/// @param motion The base's velocities are not read: Eq. (21) gives them.
/// @param tree Base kind free, no gravity.
NaturalOrthogonalComplement compute_orthogonal_complement(const TreeParameters& tree,
                                                          const BodyMotion& motion);

/// Twist (omega; c') of a point, Eqs. (9), (10), (22), (23), (28).
struct EndEffectorTwist {
  Matrix6 J_s;                ///< Eq. (10)
  Eigen::MatrixXd J_m;        ///< 6 x n, Eq. (10)
  Eigen::MatrixXd T_e;        ///< 6 x n, Eq. (23): the generalized Jacobian
  Vector6 T_e_rate_by_rates;  ///< dT_e/dt theta', Eq. (28)
};
EndEffectorTwist compute_end_effector_twist(const TreeParameters& tree,
                                            const NaturalOrthogonalComplement& noc, const BodyMotion& motion,
                                            int end_point);

/// Eq. (24) for six joints, Eq. (25) for more: the smallest joint rates that give the end effector the twist
/// t_e = (omega; c').
Eigen::VectorXd joint_rates_for_twist(const Eigen::MatrixXd& T_e, const Vector6& t_e);

/// theta'' = I^-1 (tau - C theta') of Eq. (46), by Cholesky.
/// @param tau Joint torques, N m or N.
Eigen::VectorXd joint_accelerations(const NaturalOrthogonalComplement& noc,
                                    const Eigen::VectorXd& joint_rates, const Eigen::VectorXd& tau);

/// tau = I theta'' + C theta', Eq. (46).
Eigen::VectorXd joint_torques(const NaturalOrthogonalComplement& noc, const Eigen::VectorXd& joint_rates,
                              const Eigen::VectorXd& joint_accelerations);

}  // namespace freefloat
