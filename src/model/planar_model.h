#pragma once

#include <Eigen/Core>
#include <array>

#include "model/robot_parameters.h"
#include "types/joint_vector.h"

namespace freefloat {

/// Satellite and links.
inline constexpr int kMaxBodies = kMaxJoints + 1;

/// One value a body, length n + 1; body 0 is the satellite.
using BodyVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxBodies, 1>;
/// (n + 1) x (n + 1).
using BodyMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxBodies, kMaxBodies>;
/// 2 x (n + 1): column k belongs to body k.
using BodyPoints = Eigen::Matrix<double, 2, Eigen::Dynamic, Eigen::ColMajor, 2, kMaxBodies>;
/// 2 x n and 3 x n Jacobians; column j belongs to joint j + 1.
using PointJacobian = Eigen::Matrix<double, 2, Eigen::Dynamic, Eigen::ColMajor, 2, kMaxJoints>;
using HandJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMaxJoints>;

/// A planar robot on a free base, in barycentric form.
///
/// Seen from the mass centre G of the whole system, every point X fixed to body i is a sum of vectors that
/// each turn with one body alone: p_GX = sum over k of R(theta_k) beta_k, theta_k the absolute angle of body
/// k. The constants beta are found once, here. They are the virtual manipulator of Dubowsky & Vafa (1987),
/// and for the hand of a robot without lateral offsets their lengths are K_0 .. K_n of Yoshida & Umetani
/// (1990), Eq. (6). With them the kinetic energy splits into w |v_G|^2 / 2 and theta'^T M theta' / 2, M_jk =
/// I_j delta_jk + A_jk cos(theta_j - theta_k)
/// + B_jk sin(theta_j - theta_k): all that this library computes for planar robots rests on these few
/// constants.
class PlanarModel {
 public:
  /// @param parameters A validated robot: 1 to kMaxJoints links, positive masses.
  explicit PlanarModel(const RobotParameters& parameters);

  int joint_count() const { return joint_count_; }
  int body_count() const { return joint_count_ + 1; }

  /// @return w, kg.
  double total_mass() const { return total_mass_; }

  /// @return beta of body `body`'s own mass centre, 2 x (n + 1), m: column k turns with body k.
  const BodyPoints& centre_vectors(int body) const { return centre_vectors_[body]; }

  /// @return beta of the hand, 2 x (n + 1), m.
  const BodyPoints& hand_vectors() const { return hand_vectors_; }

  /// @return b_n: from the last link's mass centre to the hand, link frame, m.
  const Vector2& hand_offset() const { return hand_offset_; }

  /// @return I_i, kg m^2, length n + 1.
  const BodyVector& inertias() const { return inertias_; }

  /// @return A and B of the class's description, kg m^2; A is symmetric, B antisymmetric.
  const BodyMatrix& cosine_inertia() const { return cosine_inertia_; }
  const BodyMatrix& sine_inertia() const { return sine_inertia_; }

 private:
  int joint_count_;
  double total_mass_ = 0.0;
  std::array<BodyPoints, kMaxBodies> centre_vectors_;
  BodyPoints hand_vectors_;
  Vector2 hand_offset_;
  BodyVector inertias_;
  BodyMatrix cosine_inertia_;
  BodyMatrix sine_inertia_;
};

}  // namespace freefloat
