#include "estimation/factored_covariance.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "types/random.h"

namespace freefloat {
namespace {

constexpr Eigen::Index kStates = 8;

StateVector draw(Random& random, Eigen::Index size) {
  StateVector vector(size);
  for (double& entry : vector) entry = random.normal();
  return vector;
}

CovarianceFactors draw_factors(Random& random) {
  CovarianceFactors factors = independent_states(draw(random, kStates).cwiseAbs2());
  for (int i = 0; i < kStates; ++i) add_noise(draw(random, kStates), 0.5, factors);
  return factors;
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

Eigen::MatrixXd dense(const CovarianceFactors& factors) {
  return covariance_of(factors);
}

TEST(FactoredCovariance, ChangesAsThePlainOneDoes) {
  Random random(1, "factors");
  for (int i = 0; i < 100; ++i) {
    CovarianceFactors factors = draw_factors(random);
    const Eigen::MatrixXd before = dense(factors);
    const StateVector direction = draw(random, 1 + i % kStates);
    Eigen::VectorXd whole = Eigen::VectorXd::Zero(kStates);
    whole.head(direction.size()) = direction;

    EXPECT_NEAR(covariance_along(factors, direction, whole), whole.dot(before * whole), 1e-11);
    EXPECT_NEAR(variance_of(i % kStates, factors), before(i % kStates, i % kStates), 1e-12);

    CovarianceFactors noisy = factors;
    add_noise(direction, 0.3, noisy);
    EXPECT_LT(difference(dense(noisy), before + 0.3 * whole * whole.transpose()), 1e-13);

    CovarianceFactors moved = factors;
    add_state(1, 1 + 1 + i % 6, 0.7, moved);
    Eigen::MatrixXd f = Eigen::MatrixXd::Identity(kStates, kStates);
    f(1, 1 + 1 + i % 6) = 0.7;
    EXPECT_LT(difference(dense(moved), f * before * f.transpose()), 1e-13);

    const ScalarUpdate update = take_in(direction, 0.2, factors);
    const double s = whole.dot(before * whole) + 0.2;
    const Eigen::VectorXd gain = before * whole / s;
    EXPECT_NEAR(update.innovation_variance, s, 1e-12 * s);
    EXPECT_LT((update.gain - gain).norm(), 1e-12 * gain.norm());
    EXPECT_LT(difference(dense(factors), before - s * gain * gain.transpose()), 1e-12);
  }
}

TEST(FactoredCovariance, GivesTheSameBitsWhateverSizesTheCompilerKnows) {
  Random random(5, "sizes");
  for (int i = 0; i < 100; ++i) {
    const CovarianceFactors before = draw_factors(random);
    NoiseDirections directions = NoiseDirections::Zero(kStates, 3);
    for (Eigen::Index k = 0; k < 3; ++k) directions.col(k).head(5) = draw(random, 5);
    CovarianceFactors one_by_one = before;
    for (Eigen::Index k = 0; k < 3; ++k) add_noise(directions.col(k).head(5), 0.3, one_by_one);
    CovarianceFactors together = before;
    add_noises(directions, NoiseVariances::Constant(3, 0.3), together);
    EXPECT_EQ(together, one_by_one);

    StateVector whole = StateVector::Zero(kStates);
    whole.head(5) = draw(random, 5);
    CovarianceFactors of_five = before;
    CovarianceFactors of_whole = before;
    EXPECT_EQ(take_in(whole.head(5), 0.2, of_five).gain, take_in(whole, 0.2, of_whole).gain);
    EXPECT_EQ(of_five, of_whole);
  }
}

TEST(FactoredCovariance, KeepsWhatOthersKnowWhenStatesStartAnew) {
  Random random(2, "factors");
  for (Eigen::Index first = 0; first < kStates; ++first) {
    CovarianceFactors factors = draw_factors(random);
    Eigen::MatrixXd expected = dense(factors);
    const StateVector variances = draw(random, kStates - first).cwiseAbs2();
    start_states_anew(first, variances, factors);
    expected.rightCols(kStates - first).setZero();
    expected.bottomRows(kStates - first).setZero();
    expected.diagonal().tail(kStates - first) = variances;
    EXPECT_LT(difference(dense(factors), expected), 1e-13) << first;
  }
}

// Rounding takes P - K h P apart when a measurement is this much better than what was known.
TEST(FactoredCovariance, StaysPositiveWhateverIsMeasured) {
  Random random(3, "factors");
  for (const double exactness : {1e-6, 1e-12, 1e-20, 1e-30}) {
    CovarianceFactors factors = independent_states(StateVector::Ones(kStates));
    for (int i = 0; i < 10000; ++i) {
      take_in(draw(random, 5), exactness, factors);
      if (i % 4 == 0) add_noise(draw(random, kStates), 1.0, factors);
      ASSERT_GT(factors.diagonal().minCoeff(), 0.0) << exactness << ", " << i;
      ASSERT_TRUE(factors.allFinite()) << exactness << ", " << i;
    }
  }
}

TEST(FactoredCovariance, LosesNoSmallVarianceBesideALargeOne) {
  // Two states, known to 1, whose sum is measured to 1e-10: the sum is then known to 1e-10.
  CovarianceFactors factors = independent_states(StateVector::Ones(2));
  const StateVector sum = StateVector::Ones(2);
  take_in(sum, 1e-20, factors);
  EXPECT_NEAR(covariance_along(factors, sum, sum), 1e-20, 1e-32);
  EXPECT_NEAR(variance_of(0, factors), 0.5, 1e-15);
}

}  // namespace
}  // namespace freefloat
