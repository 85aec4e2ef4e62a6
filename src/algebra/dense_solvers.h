#pragma once

#include <Eigen/Core>
#include <optional>

/// Eigen's decompositions of matrices of any size. Each takes seconds to compile wherever it is used; here
/// once.
namespace freefloat::dense {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A = u diag(values) v^T, values falling.
struct SingularValues {
  MatrixXd u;  ///< as many columns as values
  VectorXd values;
  MatrixXd v;  ///< square: the columns behind the values' span what A maps to zero
};

/// A = vectors diag(values) vectors^T, values rising.
struct SymmetricEigen {
  VectorXd values;
  MatrixXd vectors;
};

/// @param a Any. @return By Jacobi rotations, accurate for small values too.
SingularValues singular_values(const MatrixXd& a);

/// @param a Symmetric.
SymmetricEigen symmetric_eigen(const MatrixXd& a);

/// @param a Square, regular; LU with partial pivoting.
MatrixXd inverse(const MatrixXd& a);

/// @param a Square, regular; LU with partial pivoting. @param b Right sides.
MatrixXd solve_square(const MatrixXd& a, const MatrixXd& b);

/// @param a Symmetric, positive definite; Cholesky. @param b Right sides.
MatrixXd solve_positive(const MatrixXd& a, const MatrixXd& b);

/// @param a Symmetric, semi-definite; LDL^T. @param b Right sides.
MatrixXd solve_symmetric(const MatrixXd& a, const MatrixXd& b);

/// The same where the smallest pivot is above `least` times the largest; else nothing.
std::optional<VectorXd> solve_definite(const MatrixXd& a, const VectorXd& b, double least);

/// @param a Of full column rank; QR with column pivoting. @return x of least |A x - b|.
MatrixXd solve_least_squares(const MatrixXd& a, const MatrixXd& b);

/// @param a Any. @param threshold Pivots below this part of the largest count as zero. @return x of least
/// |A x - b|, and of least |x| among these.
VectorXd solve_least_norm(const MatrixXd& a, const VectorXd& b, double threshold);

/// @param a Any. @return Its Moore-Penrose inverse.
MatrixXd pseudo_inverse(const MatrixXd& a);

/// @param a Any. @return R with R^T R = A^T A, square, upper triangular.
MatrixXd upper_root(const MatrixXd& a);

/// What no combination of A's columns can imitate.
struct Beyond {
  Eigen::Index rank = 0;  ///< of A
  MatrixXd rows;          ///< of B, turned; as many as A has rows beyond its rank
};

/// @param a, b As many rows.
Beyond beyond(const MatrixXd& a, const MatrixXd& b);

}  // namespace freefloat::dense
