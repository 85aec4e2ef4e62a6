#include "spatial/simulation/attitude_chart.h"

#include <cmath>

namespace freefloat {

namespace {

Eigen::Quaterniond quaternion_from(const Vector3& vector) {
  const double half = 0.5 * vector.norm();
  const double sine_by_angle = half == 0.0 ? 0.5 : 0.5 * std::sin(half) / half;
  Eigen::Quaterniond turn;
  turn.w() = std::cos(half);
  turn.vec() = sine_by_angle * vector;
  return turn;
}

}  // namespace

Matrix3 AttitudeChart::rotation(const Vector3& vector) const {
  return (quaternion_from(vector) * reference_).normalized().toRotationMatrix();
}

void AttitudeChart::recentre(Eigen::Ref<Vector3> vector) {
  reference_ = (quaternion_from(vector) * reference_).normalized();
  vector.setZero();
}

Vector3 rotation_vector_rate(const Vector3& vector, const Vector3& w_WB) {
  const double squared = vector.squaredNorm();
  const double half = 0.5 * std::sqrt(squared);
  // (1 - half cot half) / angle^2; near zero its quotient has no digits left.
  constexpr double kSmall = 0.02;
  const double factor = half < kSmall ? 1.0 / 12.0 + squared * (1.0 / 720.0 + squared * (1.0 / 30240.0))
                                      : (1.0 - half * std::cos(half) / std::sin(half)) / squared;
  const Vector3 turned = vector.cross(w_WB);
  return w_WB - 0.5 * turned + factor * vector.cross(turned);
}

}  // namespace freefloat
