#include "spatial/simulation/attitude_chart.h"

#include <gtest/gtest.h>

#include "spatial/tree/attitude.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

TEST(AttitudeChart, TurnsWithTheAngularVelocityWhoseRateItTakes) {
  RandomTrees draw(301);
  for (const double size : {0.0, 1e-6, 0.01, 0.039, 0.041, 1.0, 3.0}) {
    const AttitudeChart chart(draw.rotation());
    const Vector3 vector = size * draw.vector(1.0).normalized();
    const Vector3 w = draw.vector(2.0);
    constexpr double kStep = 1e-6;
    const Vector3 rate = rotation_vector_rate(vector, w);
    const Matrix3 before = chart.rotation(vector - kStep * rate),
                  after = chart.rotation(vector + kStep * rate);
    const Vector3 turned = vector_from_rotation(after * before.transpose()) / (2.0 * kStep);
    EXPECT_LT((turned - w).norm(), 2e-9) << size;
  }
}

TEST(AttitudeChart, HasTheSameRateOnBothSidesOfItsSeries) {
  const Vector3 axis = Vector3(1.0, -2.0, 0.5).normalized(), w(0.3, 0.8, -0.4);
  const Vector3 below = rotation_vector_rate(0.0399999999 * axis, w);
  const Vector3 above = rotation_vector_rate(0.0400000001 * axis, w);
  EXPECT_LT((above - below).norm(), 1e-9);
  EXPECT_LT((rotation_vector_rate(Vector3::Zero(), w) - w).norm(), 1e-16);
}

TEST(AttitudeChart, KeepsTheAttitudeWhenItsReferenceMoves) {
  RandomTrees draw(302);
  AttitudeChart chart(draw.rotation());
  Vector3 vector = draw.vector(1.0);
  const Matrix3 before = chart.rotation(vector);
  chart.recentre(vector);
  EXPECT_TRUE(vector.isZero(0.0));
  EXPECT_LT((chart.rotation(vector) - before).norm(), 1e-15);
}

TEST(AttitudeChart, StaysARotationOverAMillionSteps) {
  AttitudeChart chart(Matrix3::Identity());
  for (int i = 0; i < 1'000'000; ++i) {
    Vector3 vector(0.3, -0.2, 0.1);
    chart.recentre(vector);
  }
  const Matrix3 r = chart.rotation(Vector3::Zero());
  EXPECT_LT((r * r.transpose() - Matrix3::Identity()).norm(), 1e-15);
}

}  // namespace
}  // namespace freefloat
