#include "hal/sim/contact_impulse.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "types/random.h"

namespace freefloat {
namespace {

Eigen::Matrix2d draw_mobility(Random& random) {
  // Positive definite, coupled strongly or weakly.
  Eigen::Matrix2d half;
  half << random.uniform(0.2, 3.0), 0.0, random.uniform(-3.0, 3.0), random.uniform(0.2, 3.0);
  return half * half.transpose();
}

/// Energy that an impulse adds to the two bodies, J.
double energy_gain(const Eigen::Matrix2d& mobility, const Vector2& velocity, const Vector2& impulse) {
  return impulse.dot(velocity) + 0.5 * impulse.dot(mobility * impulse);
}

/// The same impact in tiny steps of normal impulse.
Vector2 stepped_impact(const Eigen::Matrix2d& mobility, Vector2 velocity, const ContactLaw& law) {
  const double step = 2e-6;
  Vector2 impulse = Vector2::Zero();
  double work = 0.0;
  double wanted = 0.0;
  bool expanding = false;
  for (int i = 0; i < 50000000; ++i) {
    if (!expanding && velocity[0] >= 0.0) {
      expanding = true;
      wanted = -law.restitution * law.restitution * work;
      work = 0.0;
    }
    if (expanding && work >= wanted) break;
    // Friction stops the sliding of this step if it can.
    const double stop = -(velocity[1] + mobility(1, 0) * step) / mobility(1, 1);
    const double most = law.friction * step;
    const Vector2 more(step, std::clamp(stop, -most, most));
    work += step * (velocity + 0.5 * mobility * more)[0];
    impulse += more;
    velocity += mobility * more;
  }
  return impulse;
}

TEST(ContactImpulse, OfTwoSmoothDisksIsNewtons) {
  // Masses 2 and 3, head on: closing speed u becomes -e u.
  const double mobility = 1.0 / 2 + 1.0 / 3;
  const Vector2 impulse = resolve_impact(mobility * Eigen::Matrix2d::Identity(), {-0.6, 0.3},
                                         {.restitution = 0.5, .friction = 0.0});
  EXPECT_NEAR(impulse[0], 1.5 * 0.6 / mobility, 1e-15);
  EXPECT_EQ(impulse[1], 0.0);
}

TEST(ContactImpulse, OpposesSlidingByFrictionTimesNormalImpulse) {
  const Vector2 impulse =
      resolve_impact(Eigen::Matrix2d::Identity(), {-1.0, 5.0}, {.restitution = 0.2, .friction = 0.3});
  EXPECT_NEAR(impulse[0], 1.2, 1e-15);
  EXPECT_NEAR(impulse[1], -0.36, 1e-15);
}

TEST(ContactImpulse, StopsSlidingAndNoMore) {
  const Vector2 impulse =
      resolve_impact(Eigen::Matrix2d::Identity(), {-1.0, 0.1}, {.restitution = 0.5, .friction = 0.8});
  EXPECT_NEAR(impulse[1], -0.1, 1e-15);
}

TEST(ContactImpulse, IsThatOfTheImpactInTinySteps) {
  Random random(1, "impacts");
  for (int i = 0; i < 12; ++i) {
    const Eigen::Matrix2d mobility = draw_mobility(random);
    const Vector2 velocity{-random.uniform(0.1, 1.0), random.uniform(-1.0, 1.0)};
    const ContactLaw law{random.uniform(0.0, 1.0), random.uniform(0.0, 1.5)};
    const Vector2 ours = resolve_impact(mobility, velocity, law);
    const Vector2 stepped = stepped_impact(mobility, velocity, law);
    EXPECT_LT((ours - stepped).norm(), 3e-5 * (1.0 + ours.norm())) << i;
  }
}

TEST(ContactImpulse, NeverAddsEnergyNorLeavesAnApproach) {
  Random random(2, "impacts");
  for (int i = 0; i < 20000; ++i) {
    const Eigen::Matrix2d mobility = draw_mobility(random);
    const Vector2 velocity{-random.uniform(1e-6, 2.0), random.uniform(-2.0, 2.0)};
    const ContactLaw law{random.uniform(0.0, 1.0), random.uniform(0.0, 2.0)};
    const Vector2 impulse = resolve_impact(mobility, velocity, law);
    const double scale = 0.5 * velocity.dot(mobility.inverse() * velocity);
    EXPECT_LE(energy_gain(mobility, velocity, impulse), 1e-13 * scale);
    EXPECT_GE((velocity + mobility * impulse)[0], -1e-12);
    EXPECT_LE(std::abs(impulse[1]), law.friction * impulse[0] * (1.0 + 1e-12));
  }
}

TEST(ContactImpulse, IsNoneForWhatParts) {
  EXPECT_EQ(
      resolve_impact(Eigen::Matrix2d::Identity(), {0.1, 3.0}, {.restitution = 1.0, .friction = 1.0}).norm(),
      0.0);
}

}  // namespace
}  // namespace freefloat
