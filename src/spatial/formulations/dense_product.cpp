#include "spatial/formulations/dense_product.h"

namespace freefloat {

Eigen::MatrixXd product(const DenseMatrix& a, const DenseMatrix& b) {
  return a * b;
}

Eigen::MatrixXd transposed_product(const DenseMatrix& a, const DenseMatrix& b) {
  return a.transpose() * b;
}

Eigen::MatrixXd weighted_product(const DenseMatrix& a, const DenseMatrix& m, const DenseMatrix& b) {
  return product(transposed_product(a, m), b);
}

}  // namespace freefloat
