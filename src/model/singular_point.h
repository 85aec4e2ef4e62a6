#pragma once

#include <optional>

#include "model/planar_model.h"

namespace freefloat {

/// Coordinates of the singular locus: absolute angles theta_1 .. theta_n with the satellite at 0, the
/// direction alpha along which the hand cannot move, and the multiplier mu. Length n + 2, all of the order
/// of 1.
using LocusVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxJoints + 2, 1>;
using LocusMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxJoints + 2, kMaxJoints + 2>;

/// The equations of a posture in which the position rows of the generalized Jacobian lose rank.
///
/// Rank is lost when, at zero momentum, the hand cannot move along some unit vector u. Any body rates with
/// L = sum h_k theta_k' = 0 must then leave u . p unchanged, so that its gradient is a multiple of h:
/// u . d p / d theta_k = lambda h_k for k = 0 .. n. These are n + 1 equations for n + 2 unknowns: the locus
/// consists of curves, for any n. h_k are the column sums of the body inertia M.
class SingularPointEquations {
 public:
  explicit SingularPointEquations(const PlanarModel& model);

  /// Equations, their derivatives and the squared hand radius at one point.
  struct Evaluation {
    LocusVector residual;      ///< length n + 1, in units of the reach
    LocusMatrix slope;         ///< (n + 1) x (n + 2)
    double radius = 0.0;       ///< |p_GE|, m
    LocusVector radius_slope;  ///< gradient of |p_GE|^2 / 2, length n + 2, m^2
  };
  Evaluation evaluate(const LocusVector& point) const;

  /// @param angles Absolute angles theta_1 .. theta_n.
  /// @return The point with these angles and the direction in which the hand moves least.
  LocusVector nearest_guess(const JointVector& angles) const;

  /// @return Smallest-step Newton iteration onto the locus; empty where it does not converge.
  std::optional<LocusVector> project(LocusVector point) const;

  int size() const { return model_->joint_count() + 2; }

 private:
  const PlanarModel* model_;
  double reach_;         ///< sum of all K, m
  double lambda_scale_;  ///< lambda = lambda_scale_ mu
};

/// @return Coordinates in which equal postures with equal directions coincide: cosines and sines of all
/// angles, of the direction's double. Length 2 n + 2.
Eigen::VectorXd embed(const LocusVector& point);

}  // namespace freefloat
