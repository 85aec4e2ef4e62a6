#pragma once

#include <Eigen/Core>

namespace freefloat {

/// Products of matrices of any size, in one place: written out, every expression makes the compiler generate
/// Eigen's whole machinery for large products anew, half a second to two seconds each.
using DenseMatrix = Eigen::Ref<const Eigen::MatrixXd>;

/// @return a b.
Eigen::MatrixXd product(const DenseMatrix& a, const DenseMatrix& b);

/// @return a^T b.
Eigen::MatrixXd transposed_product(const DenseMatrix& a, const DenseMatrix& b);

/// @return a^T m b.
Eigen::MatrixXd weighted_product(const DenseMatrix& a, const DenseMatrix& m, const DenseMatrix& b);

}  // namespace freefloat
