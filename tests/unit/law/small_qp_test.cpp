#include "small_qp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlopt.hpp>
#include <random>

namespace {

struct Program {
  Eigen::MatrixXd H, A;
  Eigen::VectorXd g, b;

  double cost(const Eigen::VectorXd& x) const { return 0.5 * x.dot(H * x) + g.dot(x); }
};

/// With a point that meets all constraints, which cut off the free minimum as a rule.
Program draw_program(std::mt19937_64& random, int unknowns, int constraints) {
  std::normal_distribution<double> normal;
  const auto matrix = [&](int rows, int cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); }));
  };
  Program program;
  const Eigen::MatrixXd root = matrix(unknowns, unknowns);
  program.H = root.transpose() * root + 0.1 * Eigen::MatrixXd::Identity(unknowns, unknowns);
  program.g = 5.0 * matrix(unknowns, 1);
  program.A = matrix(constraints, unknowns);
  program.b = program.A * matrix(unknowns, 1) + matrix(constraints, 1).cwiseAbs();
  return program;
}

/// The same by sequential quadratic programming (D. Kraft) of NLopt. @return Its cost.
double cost_by_slsqp(const Program& program, std::vector<double> start) {
  const auto n = static_cast<unsigned>(program.g.size());
  nlopt::opt solver(nlopt::LD_SLSQP, n);
  struct Row {
    const Program* program;
    Eigen::Index row;
  };
  std::vector<Row> rows;
  for (Eigen::Index i = 0; i < program.b.size(); ++i) rows.push_back({&program, i});
  solver.set_min_objective(
      [](const std::vector<double>& x, std::vector<double>& gradient, void* data) {
        const auto& p = *static_cast<const Program*>(data);
        const Eigen::Map<const Eigen::VectorXd> at(x.data(), static_cast<Eigen::Index>(x.size()));
        if (!gradient.empty()) Eigen::Map<Eigen::VectorXd>(gradient.data(), at.size()) = p.H * at + p.g;
        return p.cost(at);
      },
      const_cast<Program*>(&program));
  for (Row& row : rows) {
    solver.add_inequality_constraint(
        [](const std::vector<double>& x, std::vector<double>& gradient, void* data) {
          const Row& r = *static_cast<const Row*>(data);
          const Eigen::Map<const Eigen::VectorXd> at(x.data(), static_cast<Eigen::Index>(x.size()));
          if (!gradient.empty())
            Eigen::Map<Eigen::VectorXd>(gradient.data(), at.size()) = r.program->A.row(r.row);
          return r.program->A.row(r.row).dot(at) - r.program->b[r.row];
        },
        &row, 1e-9);
  }
  solver.set_xtol_rel(1e-12);
  double cost = 0.0;
  try {
    solver.optimize(start, cost);
  } catch (const nlopt::roundoff_limited&) {  // as near as it can come
    cost = program.cost(
        Eigen::Map<const Eigen::VectorXd>(start.data(), static_cast<Eigen::Index>(start.size())));
  }
  return cost;
}

TEST(SmallQp, IsAsCheapAsSlsqpSays) {
  std::mt19937_64 random(1);
  int cut_off = 0;
  for (int i = 0; i < 200; ++i) {
    const Program program = draw_program(random, 6, 12);
    const auto x = solve_small_qp(program.H, program.g, program.A, program.b);
    ASSERT_TRUE(x) << i;
    EXPECT_LE((program.A * *x - program.b).maxCoeff(), 1e-9) << i;
    const Eigen::VectorXd free = -program.H.llt().solve(program.g);
    cut_off += (program.A * free - program.b).maxCoeff() > 0.0 ? 1 : 0;
    const double other = cost_by_slsqp(program, std::vector<double>(6, 0.0));
    EXPECT_NEAR(program.cost(*x), other, 1e-6 * (1.0 + std::abs(other))) << i;
  }
  EXPECT_GT(cut_off, 150);  // the constraints count
}

TEST(SmallQp, TakesAConstraintBackThatNeedNotHold) {
  // Minimum at (2, 2); the first constraint met on the way is not active in the end.
  const Eigen::MatrixXd H = Eigen::MatrixXd::Identity(2, 2);
  const Eigen::VectorXd g = Eigen::Vector2d(-2.0, -2.0);
  Eigen::MatrixXd A(3, 2);
  A << 1.0, 1.0, 1.0, 0.0, 0.0, 1.0;
  const auto x = solve_small_qp(H, g, A, Eigen::Vector3d(1.0, -1.0, -1.0));
  ASSERT_TRUE(x);
  EXPECT_LT((*x - Eigen::Vector2d(-1.0, -1.0)).norm(), 1e-12);
}

TEST(SmallQp, SaysThatNothingMeetsAll) {
  Eigen::MatrixXd A(2, 1);
  A << 1.0, -1.0;
  EXPECT_FALSE(solve_small_qp(Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Zero(1), A,
                              Eigen::Vector2d(-1.0, -1.0)));
}

}  // namespace
