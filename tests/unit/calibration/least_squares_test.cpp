#include "calibration/least_squares.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "calibration/name_combination.h"
#include "calibration/shared_information.h"

namespace freefloat {
namespace {

/// y = a + b t + c_i, where each of several terms has its own c_i: linear, so everything is known.
LeastSquaresProblem lines(int terms, bool own_offset) {
  LeastSquaresProblem problem;
  problem.unknowns = {{{0.5}, false}, {{-0.3}, false}};
  for (int i = 0; i < terms; ++i) {
    ResidualTerm term{{0, 1}, 5, {}};
    if (own_offset) {
      term.unknowns.push_back(static_cast<int>(problem.unknowns.size()));
      problem.unknowns.push_back({{0.1}, false});
    }
    term.evaluate = [i, own_offset](const double* const* values, double* residuals) {
      for (int k = 0; k < 5; ++k) {
        const double t = 0.3 * k + 0.1 * i;
        const double noise = 0.01 * ((7 * k + 3 * i) % 5 - 2);
        residuals[k] =
            values[0][0] + values[1][0] * t + (own_offset ? values[2][0] : 0.0) - (2.0 + 3.0 * t + noise);
      }
      return true;
    };
    problem.terms.push_back(std::move(term));
  }
  return problem;
}

TEST(LeastSquares, SolvesALinearProblemAtOnce) {
  LeastSquaresProblem problem = lines(4, false);
  ASSERT_TRUE(solve_least_squares(problem).converged);
  Eigen::MatrixXd a(20, 2);
  Eigen::VectorXd y(20);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 5; ++k) {
      const double t = 0.3 * k + 0.1 * i;
      a.row(5 * i + k) << 1.0, t;
      y[5 * i + k] = 2.0 + 3.0 * t + 0.01 * ((7 * k + 3 * i) % 5 - 2);
    }
  }
  const Eigen::Matrix2d inverse = (a.transpose() * a).inverse();
  const Eigen::Vector2d x = inverse * (a.transpose() * y);
  EXPECT_NEAR(problem.unknowns[0].values[0], x[0], 1e-9);
  EXPECT_NEAR(problem.unknowns[1].values[0], x[1], 1e-9);
  const SharedInformation information = share_information(problem, {true, true});
  EXPECT_LT((information.covariance - inverse).norm(), 1e-8);
  EXPECT_EQ(information.degrees_of_freedom, 18);
}

TEST(LeastSquares, HoldsWhatIsKnown) {
  LeastSquaresProblem problem = lines(4, false);
  problem.unknowns[1].held = true;
  ASSERT_TRUE(solve_least_squares(problem).converged);
  EXPECT_EQ(problem.unknowns[1].values[0], -0.3);
  const SharedInformation information = share_information(problem, {true, true});
  EXPECT_EQ(information.unknowns, std::vector<int>{0});
  EXPECT_NEAR(information.covariance(0, 0), 1.0 / 20.0, 1e-9);
}

TEST(SharedInformation, NamesWhatIsNotTold) {
  // Each term's own offset takes the shared one over: only the slope is told.
  LeastSquaresProblem problem = lines(4, true);
  solve_least_squares(problem);
  const SharedInformation information = share_information(problem, {true, true, false, false, false, false});
  ASSERT_EQ(information.untold.cols(), 1);
  EXPECT_EQ(name_combinations(information.untold, {"offset", "slope"}), "offset");
  // Of each term the slope is told beside its own mean: sum of (t - mean)^2 = 0.09 * 10.
  EXPECT_NEAR(information.covariance(1, 1), 1.0 / (4 * 0.9), 1e-7);
}

TEST(LeastSquares, SaysThatAStartHasNoValue) {
  LeastSquaresProblem problem = lines(1, false);
  problem.terms[0].evaluate = [](const double* const*, double*) { return false; };
  EXPECT_FALSE(solve_least_squares(problem).converged);
}

}  // namespace
}  // namespace freefloat
