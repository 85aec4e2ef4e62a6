#include "estimation/target_filter.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <cstdio>

#include "types/random.h"

namespace freefloat {
namespace {

constexpr Duration kFilterPeriod = std::chrono::milliseconds(10);

MarkerMeasurement led_at(const Vector2& p, double sigma = 1e-4) {
  MarkerMeasurement marker;
  marker.seen = true;
  marker.p_WM = p;
  marker.covariance = sigma * sigma * Matrix2::Identity();
  return marker;
}

class TargetFilter : public testing::Test {
 protected:
  /// A target in steady motion, seen for so many pictures.
  void watch(int pictures, const Vector2& velocity) {
    for (int i = 0; i < pictures; ++i) {
      now_ += kFilterPeriod;
      p_ += to_seconds(kFilterPeriod) * velocity;
      look(led_at(p_));
    }
  }

  bool look(const MarkerMeasurement& marker) {
    propagate_target_filter(config_, now_, state_);
    return update_target_filter(config_, marker, now_, state_);
  }

  EstimatorConfig config_;
  TargetFilterState state_;
  Time now_{};
  Vector2 p_{0.3, 0.2};
};

TEST_F(TargetFilter, FindsVelocity) {
  watch(100, {0.08, -0.03});
  EXPECT_LT((state_.p_WT - p_).norm(), 1e-5);
  EXPECT_LT((state_.v_WT - Vector2{0.08, -0.03}).norm(), 1e-4);
}

TEST_F(TargetFilter, GoesOnWhileTheTargetIsHidden) {
  watch(200, {0.08, -0.03});
  const double sigma = variance_of(0, state_.covariance);
  now_ += std::chrono::seconds(1);
  EXPECT_FALSE(look(MarkerMeasurement{}));
  EXPECT_LT((state_.p_WT - (p_ + Vector2{0.08, -0.03})).norm(), 1e-3);
  EXPECT_GT(variance_of(0, state_.covariance), sigma);
  EXPECT_EQ(now_ - state_.last_seen, std::chrono::seconds(1));
}

TEST_F(TargetFilter, RefusesAJumpAndFollowsItWhenItLasts) {
  watch(100, Vector2::Zero());
  const Vector2 before = p_;
  p_.x() += 0.1;
  watch(49, Vector2::Zero());
  EXPECT_LT((state_.p_WT - before).norm(), 1e-3);
  watch(2, Vector2::Zero());
  EXPECT_LT((state_.p_WT - p_).norm(), 1e-3);
}

TEST_F(TargetFilter, IgnoresWhatIsNotANumber) {
  watch(100, Vector2::Zero());
  now_ += std::chrono::seconds(1);  // so long that anything usable would start it anew
  MarkerMeasurement marker = led_at(p_);
  marker.p_WM.x() = std::nan("");
  EXPECT_FALSE(look(marker));
  marker = led_at(p_);
  marker.covariance(0, 0) = std::nan("");
  EXPECT_FALSE(look(marker));
  EXPECT_LT((state_.p_WT - p_).norm(), 1e-3);
}

// A target that moves without any disturbance, seen to 1 um: its velocity comes to be known to 1e-9 m/s.
TEST_F(TargetFilter, StaysPositiveWithExactLeds) {
  config_.marker_sigma_floor = 1e-6;
  config_.target_acceleration_density = 1e-9;
  const Vector2 velocity{0.08, -0.03};
  for (int i = 0; i < 100000; ++i) {
    now_ += kFilterPeriod;
    p_ += to_seconds(kFilterPeriod) * velocity;
    ASSERT_TRUE(look(led_at(p_, 0.0))) << i;
    const Matrix2 p = covariance_of(state_.covariance);
    const double correlation = p(0, 1) / std::sqrt(p(0, 0) * p(1, 1));
    ASSERT_TRUE(p(0, 0) > 0.0 && p(1, 1) > 0.0 && std::abs(correlation) < 1.0) << i;
  }
  EXPECT_LT((state_.v_WT - velocity).norm(), 1e-9);
}

TEST_F(TargetFilter, ErrorsAreAsLargeAsTheCovarianceSays) {
  config_.marker_sigma_floor = 1e-6;
  constexpr int kRuns = 500;
  double sum = 0.0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    Random random(run, "target");
    state_ = TargetFilterState{};
    Vector2 p{0.1, -0.2};
    Vector2 v = 0.05 * Vector2{random.normal(), random.normal()};
    const double dt = to_seconds(kFilterPeriod);
    for (int i = 0; i < 100; ++i) {
      now_ += kFilterPeriod;
      v += config_.target_acceleration_density * std::sqrt(dt) * Vector2{random.normal(), random.normal()};
      p += dt * v;
      look(led_at(p + 1e-4 * Vector2{random.normal(), random.normal()}));
    }
    const Matrix2 information = Matrix2(covariance_of(state_.covariance)).inverse();
    for (int axis = 0; axis < 2; ++axis) {
      const Vector2 error{p[axis] - state_.p_WT[axis], v[axis] - state_.v_WT[axis]};
      sum += error.dot(information * error);
    }
  }
  std::printf("normalised error squared %.2f on average (4 states)\n", sum / kRuns);
  EXPECT_NEAR(sum / kRuns, 4.0, 0.4);
}

}  // namespace
}  // namespace freefloat
