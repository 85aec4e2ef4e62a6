#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "calibration/least_squares.h"

namespace freefloat {

/// How well the unknowns that all pictures share are told, whatever those of single pictures are.
struct SharedInformation {
  std::vector<int> unknowns;  ///< the shared ones that are not held, in the problem's order
  std::vector<int> columns;  ///< where each of the problem's unknowns begins among these; -1: it is not there
  int size = 0;              ///< numbers in them
  Eigen::MatrixXd covariance;  ///< for noise of 1; of a combination that is not told, infinite: see `untold`
  Eigen::MatrixXd axes;        ///< columns: half axes of the ellipse, axes axes' is the covariance
  Eigen::MatrixXd untold;      ///< columns: combinations that change nothing measured, of unit length
  int degrees_of_freedom = 0;  ///< residuals minus all unknowns that were told
};

/// How a term's residuals change, by the shared unknowns and by its own.
struct SplitSlopes {
  Eigen::MatrixXd seen;  ///< by all numbers of the shared unknowns
  Eigen::MatrixXd own;   ///< by those of the others that are not held
};

/// @param information Its `columns` and `size` count.
/// @return Nothing where the term has no value.
std::optional<SplitSlopes> split_slopes(const LeastSquaresProblem& problem, const ResidualTerm& term,
                                        const SharedInformation& information);

/// Eliminates the unknowns of single terms by orthogonal projection, term by term, so that nothing is
/// squared.
/// @param problem At its solution.
/// @param shared For each of its unknowns whether several terms share it; the others must belong to one
/// term.
SharedInformation share_information(const LeastSquaresProblem& problem, const std::vector<bool>& shared);

}  // namespace freefloat
