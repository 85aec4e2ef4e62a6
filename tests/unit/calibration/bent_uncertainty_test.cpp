#include "calibration/bent_uncertainty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

constexpr double kSigma = 0.2;

/// Two shared numbers a and b, both measured as zero: a, and b + bend / 2 a^2.
LeastSquaresProblem valley(double bend) {
  LeastSquaresProblem problem;
  problem.unknowns = {{{0.0}, false}, {{0.0}, false}};
  problem.terms.push_back({{0, 1}, 2, [bend](const double* const* x, double* r) {
                             r[0] = x[0][0];
                             r[1] = x[1][0] + 0.5 * bend * x[0][0] * x[0][0];
                             return true;
                           }});
  return problem;
}

TEST(BentCovariance, IsStraightWithoutCurvature) {
  const LeastSquaresProblem problem = valley(0.0);
  const SharedInformation information = share_information(problem, {true, true});
  const Eigen::MatrixXd bent = bent_covariance(problem, information, kSigma);
  EXPECT_LT((bent - kSigma * kSigma * information.covariance).norm(), 1e-9);
}

TEST(BentCovariance, IsTheMeanSquareErrorOfABentValley) {
  constexpr double kBend = 7.0;
  const LeastSquaresProblem problem = valley(kBend);
  const SharedInformation information = share_information(problem, {true, true});
  const Eigen::MatrixXd bent = bent_covariance(problem, information, kSigma);
  EXPECT_NEAR(bent(0, 0), kSigma * kSigma, 1e-9);
  // b is off by noise and by bend / 2 a^2, of which the mean square is bend^2 / 4 times 3 sigma^4.
  const double expected = kSigma * kSigma + 0.75 * kBend * kBend * std::pow(kSigma, 4);
  EXPECT_NEAR(bent(1, 1), expected, 1e-6 * expected);
}

TEST(BentCovariance, LetsATermsOwnUnknownsFollow) {
  // The curvature of the second row is what d can make up for: nothing is left of it.
  LeastSquaresProblem problem;
  problem.unknowns = {{{0.0}, false}, {{0.0}, false}};
  problem.terms.push_back({{0, 1}, 2, [](const double* const* x, double* r) {
                             r[0] = x[0][0];
                             r[1] = 5.0 * x[0][0] * x[0][0] + x[1][0];
                             return true;
                           }});
  const SharedInformation information = share_information(problem, {true, false});
  const Eigen::MatrixXd bent = bent_covariance(problem, information, kSigma);
  EXPECT_NEAR(bent(0, 0), kSigma * kSigma, 1e-9);
}

}  // namespace
}  // namespace freefloat
