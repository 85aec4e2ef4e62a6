// What the laws of this folder have in common: the question in vectors, and joint rates for a hand velocity.
#pragma once

#include <freefloat_law.h>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

/// The hand's task as vectors, m and m/s; names as in freefloat_law.h.
struct HandTask {
  explicit HandTask(const ff_law_question& q)
      : hand(q.hand_m[0], q.hand_m[1]),
        v_hand(q.hand_m_s[0], q.hand_m_s[1]),
        target(q.target_m[0], q.target_m[1]),
        v_target(q.target_m_s[0], q.target_m_s[1]),
        given(Eigen::Vector2d(q.mass_centre_m_s[0], q.mass_centre_m_s[1]) +
              q.angular_momentum_nms * Eigen::Vector2d(q.hand_by_momentum[0], q.hand_by_momentum[1])),
        jacobian(2, q.joint_count) {
    for (int i = 0; i < 2; ++i) {
      for (Eigen::Index j = 0; j < jacobian.cols(); ++j) jacobian(i, j) = q.jacobian_m[i][j];
    }
    keep_target_in_reach(q);
  }

  /// @return n x 2: smallest joint rates a hand velocity; damped near a singularity.
  Eigen::MatrixXd inverse() const {
    constexpr double kThreshold = 1e-4;  // m^2, of the smallest singular value's square
    Eigen::Matrix2d square = jacobian * jacobian.transpose();
    const double least = Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(square).eigenvalues()[0];
    if (least < kThreshold) square.diagonal().array() += kThreshold - least;
    return jacobian.transpose() * square.inverse();
  }

  Eigen::Vector2d hand, v_hand;
  Eigen::Vector2d target,
      v_target;              ///< while it is out of reach: the nearest point within, which waits there
  Eigen::Vector2d given;     ///< hand velocity that the momentum alone makes: joints do the rest
  Eigen::MatrixXd jacobian;  ///< 2 x n, m

 private:
  void keep_target_in_reach(const ff_law_question& q) {
    constexpr double kMargin = 0.02;  // m
    const Eigen::Vector2d centre(q.mass_centre_m[0], q.mass_centre_m[1]);
    const Eigen::Vector2d from_centre = target - centre;
    const double inner = q.annulus_m[0] + kMargin, outer = q.annulus_m[1] - kMargin,
                 radius = from_centre.norm();
    if (!(outer > inner) || (radius >= inner && radius <= outer) || radius < 1e-6) return;
    target = centre + from_centre * ((radius < inner ? inner : outer) / radius);
    v_target.setZero();
  }
};

/// Joint rates that give the hand a velocity.
inline void lead_hand_by(const HandTask& task, const Eigen::Vector2d& v_hand, ff_law_answer& answer) {
  const Eigen::VectorXd rates = task.inverse() * (v_hand - task.given);
  for (Eigen::Index j = 0; j < rates.size(); ++j) answer.joint_rates_rad_s[j] = rates[j];
}

/// @return The vector, not longer than `most`.
inline Eigen::Vector2d no_longer_than(double most, const Eigen::Vector2d& v) {
  return v.norm() > most ? Eigen::Vector2d(v * (most / v.norm())) : v;
}
