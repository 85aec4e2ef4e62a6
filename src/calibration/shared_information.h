#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "calibration/least_squares.h"

namespace freefloat {

/// How well the unknowns that all pictures share are told, whatever those of single pictures are.
struct SharedInformation {
  std::vector<int> unknowns;   ///< the shared ones that are not held, in the problem's order
  int size = 0;                ///< numbers in them
  Eigen::MatrixXd root;        ///< R, size x size: R' R is their information for noise of 1
  Eigen::MatrixXd covariance;  ///< for noise of 1; of a combination that is not told, infinite: see `untold`
  Eigen::MatrixXd axes;        ///< columns: half axes of the ellipse, axes axes' is the covariance
  Eigen::MatrixXd untold;      ///< columns: combinations that change nothing measured, of unit length
  int degrees_of_freedom = 0;  ///< residuals minus all unknowns that were told
};

/// Eliminates the unknowns of single terms by orthogonal projection, term by term, so that nothing is
/// squared.
/// @param problem At its solution.
/// @param shared For each of its unknowns whether several terms share it; the others must belong to one
/// term.
SharedInformation share_information(const LeastSquaresProblem& problem, const std::vector<bool>& shared);

}  // namespace freefloat
