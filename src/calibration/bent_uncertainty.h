#pragma once

#include <Eigen/Core>

#include "calibration/least_squares.h"
#include "calibration/shared_information.h"

namespace freefloat {

/// How far the shared unknowns may be from the truth where what was measured does not change evenly with
/// them: two unknowns that can say almost the same are known along a bent line, which a straight ellipse
/// leaves.
///
/// To second order, an error is the sum of t_i a_i and of t_i t_j b_ij / 2, with t normally distributed, a_i
/// the axes of the straight ellipse and b_ij what the curvature along axes i and j shifts the solution by
/// (Box 1971; Bates and Watts 1980). The unknowns of single terms follow along.
/// @param problem At its solution.
/// @param information What `share_information` says of it.
/// @param sigma Noise of a residual.
/// @return Mean square of the error about the solution; of a problem without curvature
/// sigma^2 `information.covariance`. Combinations that are not told are left out, as there.
Eigen::MatrixXd bent_covariance(const LeastSquaresProblem& problem, const SharedInformation& information,
                                double sigma);

}  // namespace freefloat
