#pragma once

#include <Eigen/Core>

#include "identification/body_masses.h"

namespace freefloat {

// The equations of one picture that fit_momentum makes true, and their derivatives; derived in the folder's
// README.

/// Of one stretch: mass centre at the begin, its velocity, tilt, linear drag; constant and rate of the
/// angular equation, angular drag.
enum StretchUnknown : Eigen::Index {
  kStart = 0,
  kVelocity = 2,
  kTilt = 4,
  kLinearDrag = 6,
  kTurn = 7,
  kSpin = 8,
  kAngularDrag = 9
};
inline constexpr Eigen::Index kStretchUnknowns = 10;

/// Integrals of R(theta_k - theta_j) (d theta_j + d theta_k) for all pairs j < k, from the stretch's begin.
class PairIntegrals {
 public:
  explicit PairIntegrals(Eigen::Index bodies)
      : bodies_(bodies),
        cosines_(Eigen::MatrixXd::Zero(bodies, bodies)),
        sines_(Eigen::MatrixXd::Zero(bodies, bodies)) {}

  /// Goes on from picture to picture. Halfway between them the angles are those of the cubic through the two
  /// and their neighbours, and what the halves change against the whole is extrapolated: rates may change on
  /// the way.
  /// @param halfway Empty where there are no neighbours: all angles are then taken to turn evenly.
  void advance(const Eigen::VectorXd& from, const Eigen::VectorXd& halfway, const Eigen::VectorXd& to);

  /// @param j, k Bodies, j < k.
  Matrix2 of(Eigen::Index j, Eigen::Index k) const;

 private:
  void add(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double share);

  Eigen::Index bodies_;
  Eigen::MatrixXd cosines_;
  Eigen::MatrixXd sines_;
};

/// @return The angles halfway between picture `i` and the one before, rad; empty where the neighbours are
/// missing or not as far away as these two from each other.
Eigen::VectorXd angles_halfway(const MotionStretch& stretch, std::size_t i);

/// Two rows of the mass centre's motion, m; one of the integral of the angular momentum over the total mass,
/// m^2.
struct MomentumEquations {
  Eigen::Vector3d residual;
  Eigen::Matrix<double, 3, Eigen::Dynamic> by_parameters;
  Eigen::Matrix<double, 3, Eigen::Dynamic> by_stretch;
  Eigen::Matrix<double, 3, Eigen::Dynamic> by_pose;  ///< origin and angles: carries the LEDs' noise
};

/// What has come about since the stretch's begin.
struct SinceBegin {
  double time = 0.0;               ///< s
  Vector2 path = Vector2::Zero();  ///< integral of the mass centre's way, m s
  double turning = 0.0;            ///< integral of the satellite's turn, rad s
};

/// @param unknowns Of the stretch, by `StretchUnknown`.
MomentumEquations momentum_equations(const BodyGeometry& geometry, const MomentumParameters& parameters,
                                     const Eigen::VectorXd& unknowns, const BodyPoses& pose,
                                     const SinceBegin& since, const PairIntegrals& pairs);

/// @return What a picture's angles leave in the integral for good, beside what the next picture's do: by the
/// noise e of an angle 2 C' (d theta_j e_k - d theta_k e_j) of each pair, C' the slope of its coupling.
Eigen::VectorXd left_in_integral(const BodyGeometry& geometry, const MomentumParameters& parameters,
                                 const BodyPoses& from, const BodyPoses& to);

/// The derivatives by the parameters are taken at noisy poses, and noise alone lets every body seem to turn a
/// little against the next: as many pictures of a joint that stands still would seem to tell its masses.
/// @param covariance Of the noise in the pose, as in `BodyPoses`.
/// @param weight Of the three equations.
/// @return What the noise adds to the information of the parameters, on average.
Eigen::MatrixXd told_by_noise(const BodyGeometry& geometry, const MomentumParameters& parameters,
                              const BodyPoses& pose, const Eigen::MatrixXd& covariance,
                              const Eigen::Matrix3d& weight);

/// Of parameters that were estimated with derivatives at noisy poses: the gradient spreads as the normal
/// equations say, noise included, but its slope is what the motion alone adds, H = N - E, so that the
/// estimate spreads by H^-1 N H^-1.
/// @param all N, information of the parameters as the normal equations have it.
/// @param by_noise E, see told_by_noise.
Eigen::MatrixXd information_without_noise(const Eigen::MatrixXd& all, const Eigen::MatrixXd& by_noise);

}  // namespace freefloat
