#pragma once

#include <array>

#include "model/generalized_jacobian.h"

namespace freefloat {

/// @param j Of two joints.
inline double determinant_of(const PointJacobian& j) {
  return j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
}

/// An ideal robot: joints that follow at once, an attitude that follows from zero
/// momentum, and a mass centre that rests at the origin.
struct KinematicRobot {
  const PlanarModel* model = nullptr;
  double theta_WB = 0.0;
  JointVector joints;

  Posture posture() const { return compute_posture(theta_WB, joints); }
  Vector2 hand() const { return compute_hand(*model, posture()).p_GX; }
  GeneralizedJacobian jacobian() const { return compute_generalized_jacobian(*model, posture()); }

  /// Moves with constant joint rates for `time` s. The attitude's rate depends on the joints alone, so that
  /// its integral is one quadrature: Gauss-Legendre, three points on each of eight parts, good to rounding at
  /// these rates.
  void move(const JointVector& rates, double time) {
    constexpr int kParts = 8;
    constexpr std::array<double, 3> kNodes{0.11270166537925831, 0.5, 0.88729833462074169};
    constexpr std::array<double, 3> kWeights{5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double turn = 0.0;
    for (int part = 0; part < kParts; ++part) {
      for (std::size_t node = 0; node < kNodes.size(); ++node) {
        const JointVector there = joints + (part + kNodes[node]) / kParts * time * rates;
        turn += kWeights[node] *
                satellite_rate(compute_angular_inertia(*model, compute_posture(0.0, there)), rates, 0.0);
      }
    }
    theta_WB += turn * time / kParts;
    joints += time * rates;
  }
};

}  // namespace freefloat
