#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace freefloat {

/// Unknowns that always appear together: a pose, or one number of a lens.
struct Unknowns {
  std::vector<double> values;
  bool held = false;  ///< known: stays as it is
};

/// What one picture says: a vector that is zero when all unknowns are right and nothing is noisy.
struct ResidualTerm {
  std::vector<int> unknowns;  ///< indices of those that it depends on
  int count = 0;              ///< numbers in the vector
  /// Writes the vector. @return False where it has no value: such unknowns are not stepped to.
  std::function<bool(const double* const* unknowns, double* residuals)> evaluate;
};

/// Unknowns and what was measured of them.
struct LeastSquaresProblem {
  std::vector<Unknowns> unknowns;
  std::vector<ResidualTerm> terms;
};

struct LeastSquaresResult {
  bool converged = false;
  double cost = 0.0;    ///< half the sum of squares
  std::string message;  ///< the solver's own words
};

/// Finds the unknowns with the least sum of squares near where they start (Levenberg and Marquardt, by
/// Ceres).
/// @param problem Its unknowns are replaced by the solution.
/// @param most_iterations Steps, at least 1.
LeastSquaresResult solve_least_squares(LeastSquaresProblem& problem, int most_iterations = 100);

/// Central differences.
/// @param term Of the problem.
/// @param values Of all unknowns that it depends on, in its order.
/// @param sizes Of the same.
/// @param jacobian Row-major, `count` rows, for each unknown that is wanted a matrix of its own; null: left
/// out.
/// @return False where the term has no value.
bool differentiate(const ResidualTerm& term, const double* const* values, const std::vector<int>& sizes,
                   double** jacobian);

/// @return d residuals / d the term's unknowns that are not held, in its order, side by side; empty where the
/// term has no value.
Eigen::MatrixXd term_jacobian(const LeastSquaresProblem& problem, const ResidualTerm& term);

/// @return The residuals of a term; empty where it has no value.
Eigen::VectorXd term_residuals(const LeastSquaresProblem& problem, const ResidualTerm& term);

}  // namespace freefloat
