#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "model/tree/tree_parameters.h"

namespace freefloat {

/// Twist (v; w) or wrench (f; m), linear part first as in the papers. Unless said otherwise in frame O: axes
/// of W, and v the velocity of that point of the (extended) body which at the instant coincides with the
/// origin O, m the moment about O. All bodies share this one frame, so that nothing has to be transformed
/// from joint to joint.
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// @return [a x].
inline Matrix3 skew(const Vector3& a) {
  return Matrix3{{0.0, -a.z(), a.y()}, {a.z(), 0.0, -a.x()}, {-a.y(), a.x(), 0.0}};
}

inline Vector6 join(const Vector3& linear, const Vector3& angular) {
  Vector6 joined;
  joined.head<3>() = linear;
  joined.tail<3>() = angular;
  return joined;
}

/// @return a x b: how the twist b, fixed to a body that moves with the twist a, changes.
inline Vector6 cross_motion(const Vector6& a, const Vector6& b) {
  const Vector3 va = a.head<3>(), wa = a.tail<3>(), vb = b.head<3>(), wb = b.tail<3>();
  return join(wa.cross(vb) + va.cross(wb), wa.cross(wb));
}

/// @return a x* f: how the wrench f, fixed to a body that moves with the twist a, changes.
inline Vector6 cross_force(const Vector6& a, const Vector6& f) {
  const Vector3 va = a.head<3>(), wa = a.tail<3>(), force = f.head<3>(), moment = f.tail<3>();
  return join(wa.cross(force), wa.cross(moment) + va.cross(force));
}

/// A symmetric 3 x 3 matrix.
struct Symmetric3 {
  double xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0;

  Vector3 operator*(const Vector3& v) const {
    return {xx * v.x() + xy * v.y() + xz * v.z(), xy * v.x() + yy * v.y() + yz * v.z(),
            xz * v.x() + yz * v.y() + zz * v.z()};
  }
  Symmetric3& operator+=(const Symmetric3& o) {
    xx += o.xx;
    xy += o.xy;
    xz += o.xz;
    yy += o.yy;
    yz += o.yz;
    zz += o.zz;
    return *this;
  }
  Matrix3 dense() const { return Matrix3{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}; }

  /// @return The inverse, by cofactors.
  Symmetric3 inverse() const {
    const double cxx = yy * zz - yz * yz;
    const double cxy = xz * yz - xy * zz;
    const double cxz = xy * yz - xz * yy;
    const double scale = 1.0 / (xx * cxx + xy * cxy + xz * cxz);
    return {cxx * scale,
            cxy * scale,
            cxz * scale,
            (xx * zz - xz * xz) * scale,
            (xy * xz - xx * yz) * scale,
            (xx * yy - xy * xy) * scale};
  }
};

/// Mass, first moment and inertia of one or several rigid bodies in frame O.
struct SpatialInertia {
  double mass = 0.0;                 ///< kg
  Vector3 moment = Vector3::Zero();  ///< sum of m p, kg m
  Symmetric3 inertia;                ///< about O, kg m^2

  SpatialInertia& operator+=(const SpatialInertia& o) {
    mass += o.mass;
    moment += o.moment;
    inertia += o.inertia;
    return *this;
  }

  /// @return Momentum (P; L about O) of the twist, or wrench of the acceleration.
  Vector6 operator*(const Vector6& twist) const {
    const Vector3 v = twist.head<3>(), w = twist.tail<3>();
    return join(mass * v + w.cross(moment), inertia * w + moment.cross(v));
  }

  Matrix6 dense() const {
    Matrix6 matrix;
    const Matrix3 h = skew(moment);
    matrix << mass * Matrix3::Identity(), -h, h, inertia.dense();
    return matrix;
  }

  /// @return The inertia about the mass centre, kg m^2.
  Symmetric3 about_mass_centre() const {
    const double per_mass = 1.0 / mass;
    const Vector3 g = moment * per_mass;
    const double trace = moment.dot(g);
    return {inertia.xx - trace + moment.x() * g.x(), inertia.xy + moment.x() * g.y(),
            inertia.xz + moment.x() * g.z(),         inertia.yy - trace + moment.y() * g.y(),
            inertia.yz + moment.y() * g.z(),         inertia.zz - trace + moment.z() * g.z()};
  }
};

}  // namespace freefloat
