#include <gtest/gtest.h>

#include <limits>

#include "control/resolve_rates.h"
#include "support/random_robot.h"

namespace freefloat {
namespace {

constexpr double kInfiniteRate = std::numeric_limits<double>::infinity();
constexpr double kNaNRate = std::numeric_limits<double>::quiet_NaN();
constexpr RateNorm kNorms[] = {RateNorm::kEuclidean, RateNorm::kLargestComponent};

double size_of(const JointVector& rates, RateNorm norm) {
  return norm == RateNorm::kEuclidean ? rates.norm() : rates.lpNorm<Eigen::Infinity>();
}

TEST(ScaleToLimit, KeepsTheDirectionAndMeetsTheLimitInItsNorm) {
  RandomRobots random(1);
  for (int i = 0; i < 2000; ++i) {
    const JointVector wanted = random.vector(1 + i % kMaxJoints, -3.0, 3.0);
    for (const RateNorm norm : kNorms) {
      const LimitedRates limited = scale_to_limit(wanted, 0.5, norm);
      EXPECT_LE(size_of(limited.rates, norm), 0.5 * (1.0 + 1e-15));
      EXPECT_LT((limited.rates - limited.scale * wanted).norm(), 1e-15);
      EXPECT_GT(limited.scale, 0.0);
      if (size_of(wanted, norm) > 0.5) {
        EXPECT_NEAR(size_of(limited.rates, norm), 0.5, 1e-15);
      }
    }
  }
}

TEST(ScaleToLimit, LetsPassWhatIsWithinTheLimit) {
  for (const RateNorm norm : kNorms) {
    const JointVector wanted = Eigen::Vector3d(0.1, -0.2, 0.05);
    EXPECT_EQ(scale_to_limit(wanted, 0.3, norm).rates, wanted);
    EXPECT_EQ(scale_to_limit(wanted, 0.3, norm).scale, 1.0);
    EXPECT_EQ(scale_to_limit(JointVector::Zero(3), 0.3, norm).rates.norm(), 0.0);
  }
}

TEST(ScaleToLimit, TellsTheTwoNormsApart) {
  const JointVector wanted = Eigen::Vector2d(0.3, 0.4);
  EXPECT_DOUBLE_EQ(scale_to_limit(wanted, 0.25, RateNorm::kEuclidean).scale, 0.5);
  EXPECT_DOUBLE_EQ(scale_to_limit(wanted, 0.25, RateNorm::kLargestComponent).scale, 0.625);
}

TEST(ScaleToLimit, GivesZeroForWhatIsNotANumber) {
  for (const RateNorm norm : kNorms) {
    for (const double bad : {kNaNRate, kInfiniteRate, -kInfiniteRate, 1e308, -1e200}) {
      for (int place = 0; place < 3; ++place) {
        JointVector wanted = Eigen::Vector3d(0.1, -0.2, 0.05);
        wanted[place] = bad;
        const LimitedRates limited = scale_to_limit(wanted, 0.3, norm);
        EXPECT_EQ(limited.rates, JointVector(JointVector::Zero(3))) << bad << " at " << place;
        EXPECT_EQ(limited.scale, 0.0);
      }
    }
    for (const double limit : {0.0, -1.0, kNaNRate}) {
      EXPECT_EQ(scale_to_limit(Eigen::Vector2d(1.0, 2.0), limit, norm).rates.norm(), 0.0);
    }
  }
}

}  // namespace
}  // namespace freefloat
