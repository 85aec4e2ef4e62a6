#pragma once

#include <vector>

#include "identification/body_masses.h"

namespace freefloat {

/// What the table did to the robot during one stretch.
struct TableForce {
  Vector2 tilt = Vector2::Zero();        ///< acceleration of the mass centre, m/s^2, in W
  Vector2 tilt_sigma = Vector2::Zero();  ///< m/s^2
  double linear_drag = 0.0;              ///< 1/s
  double linear_drag_sigma = 0.0;
  double angular_drag = 0.0;  ///< on the satellite, per total mass, m^2/s
};

/// Momentum parameters as the motion tells them.
struct MomentumFit {
  MomentumParameters value;
  Eigen::MatrixXd information;    ///< of `value.list()`, everything else left open; of the noise as measured
  std::vector<TableForce> table;  ///< one a stretch
  std::size_t pictures = 0;
  double noise = 1.0;                 ///< what the fit leaves, over what the LEDs' own noise explains
  double freedom = 1.0;               ///< degrees of freedom: noise^2 times these is chi-square of as many
  std::vector<double> stretch_noise;  ///< `noise` of each stretch
};

/// @return Stretches of at least 30 pictures in which the drives were on and nothing was held.
std::vector<MotionStretch> find_stretches(const std::vector<BodyPoses>& poses);

/// Finds the momentum parameters by the two conservation laws in integral form: the mass centre of the whole
/// moves evenly but for tilt and drag, and the angular momentum's integral grows evenly but for drag. Nothing
/// is differentiated. Murotsu et al. (1994) and Ma et al. (2008) take the laws themselves, with measured
/// rates.
///
/// Each picture counts by the noise of its LEDs, carried through both equations. What noise alone would seem
/// to tell of a joint that stands still is no information, and leaves the parameters near `begin`.
/// @param geometry Of the robot.
/// @param stretches At least one.
/// @param begin Where the search begins: the file's.
MomentumFit fit_momentum(const BodyGeometry& geometry, const std::vector<MotionStretch>& stretches,
                         const MomentumParameters& begin);

/// What a motion tells before anybody has made it: the information that `fit_momentum` would state of poses
/// with these covariances, were the LEDs no noisier than thought.
/// @param stretch Poses without errors.
/// @param parameters Of the robot that moves so.
/// @return Of `parameters.list()`, everything else left open.
Eigen::MatrixXd momentum_information(const BodyGeometry& geometry, const MotionStretch& stretch,
                                     const MomentumParameters& parameters);

}  // namespace freefloat
