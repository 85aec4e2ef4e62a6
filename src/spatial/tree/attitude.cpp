#include "spatial/tree/attitude.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

namespace freefloat {

namespace {

constexpr std::array<int, 3> axes_of(EulerSequence sequence) {
  return sequence == EulerSequence::kZyx ? std::array{2, 1, 0} : std::array{0, 1, 2};
}

Matrix3 turn(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vector3::Unit(axis)).toRotationMatrix();
}

}  // namespace

Matrix3 rotation_from_euler(EulerSequence sequence, const Vector3& angles) {
  const auto [a, b, c] = axes_of(sequence);
  return turn(a, angles[0]) * turn(b, angles[1]) * turn(c, angles[2]);
}

Vector3 euler_from_rotation(EulerSequence sequence, const Matrix3& r) {
  const auto [a, b, c] = axes_of(sequence);
  const double sign = sequence == EulerSequence::kZyx ? -1.0 : 1.0;
  // T0(a, c) = sign sin d2 for the turns a, b, c in this order, whatever axes they are about.
  const double cosine = std::hypot(r(a, a), r(a, b));
  const double middle = std::atan2(sign * r(a, c), cosine);
  if (cosine < 1e-12) {
    return {std::atan2(sign * r(c, b), r(b, b)), middle, 0.0};
  }
  return {std::atan2(-sign * r(b, c), r(c, c)), middle, std::atan2(-sign * r(a, b), r(a, a))};
}

Matrix3 euler_rate_matrix(EulerSequence sequence, const Vector3& angles) {
  const auto [a, b, c] = axes_of(sequence);
  const Matrix3 last = turn(c, angles[2]).transpose();
  const Matrix3 last_two = last * turn(b, angles[1]).transpose();
  Matrix3 s;
  s.col(0) = last_two.col(a);
  s.col(1) = last.col(b);
  s.col(2) = Vector3::Unit(c);
  return s;
}

Matrix3 euler_rate_matrix_rate(EulerSequence sequence, const Vector3& angles, const Vector3& rates) {
  const auto [a, b, c] = axes_of(sequence);
  const Matrix3 last = turn(c, angles[2]).transpose();
  const Matrix3 last_two = last * turn(b, angles[1]).transpose();
  // A vector that stays in an outer frame turns backwards in an inner one.
  const Vector3 inner = Vector3::Unit(c) * rates[2];
  const Vector3 middle = last.col(b) * rates[1];
  Matrix3 rate;
  rate.col(0) = last_two.col(a).cross(inner + middle);
  rate.col(1) = last.col(b).cross(inner);
  rate.col(2).setZero();
  return rate;
}

Matrix3 rotation_from_vector(const Vector3& vector) {
  const double angle = vector.norm();
  if (angle == 0.0) return Matrix3::Identity();
  return Eigen::AngleAxisd(angle, vector / angle).toRotationMatrix();
}

Vector3 vector_from_rotation(const Matrix3& rotation) {
  const Eigen::AngleAxisd turned(rotation);
  return turned.angle() * turned.axis();
}

}  // namespace freefloat
