#pragma once

#include "model/momentum.h"
#include "types/robot_state.h"

namespace freefloat {

/// x0, y0, attitude, joints.
inline constexpr int kMaxCoordinates = kMaxJoints + 3;

/// One value a generalized coordinate q = (x0, y0, theta_WB, phi_1 .. phi_n), length n + 3.
using CoordinateVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxCoordinates, 1>;
/// (n + 3) x (n + 3).
using CoordinateMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxCoordinates, kMaxCoordinates>;

/// One value a pair of joints, n x n.
using JointMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints, kMaxJoints>;

/// Force and moment on the satellite.
struct BaseWrench {
  Vector2 force = Vector2::Zero();  ///< at the satellite's mass centre, in W, N
  double moment = 0.0;              ///< about it, N m
};

/// @return Absolute body rates theta_k', rad/s, length n + 1: attitude rate plus the joint rates up to body
/// k.
BodyVector compute_body_rates(double w_WB, const JointVector& joint_rates);

/// Velocity terms of the motion about the mass centre, M theta'' + v = Q, in absolute body angles.
///
/// v_i = sum over k of (A_ik sin(theta_i - theta_k) - B_ik cos(theta_i - theta_k)) theta_k'^2: in absolute
/// angles no products of different rates appear, and a common turn of all bodies alone gives sum v = 0.
/// @param model The robot.
/// @param posture Its posture.
/// @param body_rates theta_k', rad/s, length n + 1.
/// @return v, N m, length n + 1.
BodyVector compute_body_velocity_terms(const PlanarModel& model, const Posture& posture,
                                       const BodyVector& body_rates);

/// @return H(q) of Yoshida & Umetani 1990, Eq. (1): kinetic energy is q'^T H q' / 2; SI units.
CoordinateMatrix compute_inertia_matrix(const PlanarModel& model, const Posture& posture);

/// @return The joints' inertia of a robot that floats without momentum, kg m^2: H of Eq. (1) with the
/// satellite eliminated. Kinetic energy is phi'^T H phi' / 2.
JointMatrix compute_joint_inertia(const PlanarModel& model, const Posture& posture);

/// @param model The robot.
/// @param posture Its posture.
/// @param body_rates theta_k', rad/s, length n + 1.
/// @return c(q, q') of H q'' + c = Q; N for x0 and y0, N m for the angles.
CoordinateVector compute_velocity_terms(const PlanarModel& model, const Posture& posture,
                                        const BodyVector& body_rates);

/// Forward dynamics: q'' from joint torques and a wrench on the satellite.
///
/// Solves n + 1 equations about the mass centre instead of n + 3: the mass centre itself moves with force /
/// w.
/// @param model The robot.
/// @param posture Its posture.
/// @param body_rates theta_k', rad/s, length n + 1.
/// @param torques N m, length n.
/// @param wrench On the satellite.
/// @return q''; m/s^2 for x0 and y0, rad/s^2 for the angles.
CoordinateVector compute_accelerations(const PlanarModel& model, const Posture& posture,
                                       const BodyVector& body_rates, const JointVector& torques,
                                       const BaseWrench& wrench);

/// What a moving robot carries.
struct MotionTotals {
  Vector2 p_WG = Vector2::Zero();             ///< mass centre of the whole system, m
  Vector2 v_WG = Vector2::Zero();             ///< its velocity, m/s
  Vector2 linear_momentum = Vector2::Zero();  ///< P = w v_WG, N s
  double angular_momentum = 0.0;              ///< L about G, N m s
  double angular_momentum_origin = 0.0;       ///< about W's origin, N m s
  double kinetic_energy = 0.0;                ///< J
};

/// @param model The robot.
/// @param posture That of `state`.
/// @param state Any state; its joint vectors have length n.
MotionTotals compute_motion_totals(const PlanarModel& model, const Posture& posture, const RobotState& state);

}  // namespace freefloat
