// Quadratic programs of a few dozen unknowns, as a predictive law solves one in each cycle.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <limits>
#include <optional>
#include <vector>

/// min 1/2 x^T H x + g^T x subject to A x <= b, by the dual active-set method (D. Goldfarb and A. Idnani, "A
/// numerically stable dual method for solving strictly convex quadratic programs", Mathematical Programming
/// 27, 1983): from the free minimum, constraint after constraint that is broken is taken in, and one that
/// pulls the wrong way let go.
/// @param H n x n, positive definite. @param g Length n. @param A m x n. @param b Length m.
/// @return x; nothing where no x meets all constraints, or the steps are used up.
inline std::optional<Eigen::VectorXd> solve_small_qp(const Eigen::MatrixXd& H, const Eigen::VectorXd& g,
                                                     const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  using Index = Eigen::Index;
  constexpr double kTolerance = 1e-10;
  constexpr int kMostSteps = 500;
  const Eigen::LLT<Eigen::MatrixXd> factor(H);
  Eigen::VectorXd x = -factor.solve(g);
  std::vector<Index> active;
  Eigen::VectorXd multipliers(0);  // of those, none negative
  // By the Schur complement: with N the active rows, N H^-1 N^T is small, so it is made anew at each step.
  for (int step = 0; step < kMostSteps;) {
    Index worst = -1;
    double violation = kTolerance;
    const Eigen::VectorXd beyond = A * x - b;
    for (Index i = 0; i < beyond.size(); ++i) {
      if (beyond[i] > violation) {
        violation = beyond[i];
        worst = i;
      }
    }
    if (worst < 0) return x;
    double added = 0.0;  // multiplier of the constraint that is being taken in
    for (; step < kMostSteps; ++step) {
      const Index count = static_cast<Index>(active.size());
      Eigen::MatrixXd rows(count, x.size());
      for (Index i = 0; i < count; ++i) rows.row(i) = A.row(active[i]);
      const Eigen::VectorXd towards = factor.solve(A.row(worst).transpose());
      const Eigen::MatrixXd inverse_rows = factor.solve(rows.transpose());  // H^-1 N^T
      Eigen::VectorXd shift = Eigen::VectorXd::Zero(count);                 // of the multipliers a step
      if (count > 0) shift = (rows * inverse_rows).ldlt().solve(rows * towards);
      const Eigen::VectorXd direction = -towards + inverse_rows * shift;
      const double slope = -A.row(worst).dot(direction);
      // As far as the constraint is met, or until the multiplier of another is used up.
      const double full = slope > kTolerance ? (A.row(worst).dot(x) - b[worst]) / slope
                                             : std::numeric_limits<double>::infinity();
      double partial = std::numeric_limits<double>::infinity();
      Index drops = -1;
      for (Index i = 0; i < count; ++i) {
        if (shift[i] > kTolerance && multipliers[i] / shift[i] < partial) {
          partial = multipliers[i] / shift[i];
          drops = i;
        }
      }
      const double length = std::min(full, partial);
      if (length == std::numeric_limits<double>::infinity()) return std::nullopt;
      if (slope > kTolerance) x += length * direction;
      multipliers -= length * shift;
      added += length;
      if (full <= partial) {
        active.push_back(worst);
        multipliers.conservativeResize(count + 1);
        multipliers[count] = added;
        ++step;
        break;
      }
      active.erase(active.begin() + drops);
      for (Index i = drops; i + 1 < count; ++i) multipliers[i] = multipliers[i + 1];
      multipliers.conservativeResize(count - 1);
    }
  }
  return std::nullopt;
}
