#include "algebra/dense_solvers.h"

#include <Eigen/Dense>
#include <algorithm>

namespace freefloat::dense {

SingularValues singular_values(const MatrixXd& a) {
  const Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

SymmetricEigen symmetric_eigen(const MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

MatrixXd inverse(const MatrixXd& a) {
  return a.inverse();
}

MatrixXd solve_square(const MatrixXd& a, const MatrixXd& b) {
  return a.partialPivLu().solve(b);
}

MatrixXd solve_positive(const MatrixXd& a, const MatrixXd& b) {
  return a.llt().solve(b);
}

MatrixXd solve_symmetric(const MatrixXd& a, const MatrixXd& b) {
  return a.ldlt().solve(b);
}

std::optional<VectorXd> solve_definite(const MatrixXd& a, const VectorXd& b, double least) {
  const Eigen::LDLT<MatrixXd> solver(a);
  const VectorXd pivots = solver.vectorD();
  if (solver.info() != Eigen::Success || !(pivots.minCoeff() > least * pivots.maxCoeff()))
    return std::nullopt;
  const MatrixXd right = b;
  return VectorXd(solver.solve(right));
}

MatrixXd solve_least_squares(const MatrixXd& a, const MatrixXd& b) {
  return a.colPivHouseholderQr().solve(b);
}

VectorXd solve_least_norm(const MatrixXd& a, const VectorXd& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(threshold);
  solver.compute(a);
  const MatrixXd right = b;
  return VectorXd(solver.solve(right));
}

MatrixXd pseudo_inverse(const MatrixXd& a) {
  return a.completeOrthogonalDecomposition().solve(MatrixXd::Identity(a.rows(), a.rows()).eval());
}

MatrixXd upper_root(const MatrixXd& a) {
  const Eigen::Index size = a.cols();
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  MatrixXd root = MatrixXd::Zero(size, size);
  const Eigen::Index rows = std::min(size, a.rows());
  root.topRows(rows) = qr.matrixQR().topRows(rows).triangularView<Eigen::Upper>();
  return root;
}

Beyond beyond(const MatrixXd& a, const MatrixXd& b) {
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(a);
  const MatrixXd turned = qr.householderQ().transpose() * b;
  return {qr.rank(), turned.bottomRows(turned.rows() - qr.rank())};
}

}  // namespace freefloat::dense
