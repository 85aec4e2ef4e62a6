#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// Twist (v; w) or wrench (f; m), linear part first as in the papers. Unless said otherwise in frame O: axes
/// of W, and v the velocity of that point of the (extended) body which at the instant coincides with the
/// origin O, m the moment about O. All bodies share this one frame, so that nothing has to be transformed
/// from joint to joint.
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;

// Rows of a twist: all, and those of a motion in the plane.
inline constexpr std::array<int, 6> kAllRows{0, 1, 2, 3, 4, 5};
inline constexpr std::array<int, 3> kPlanarRows{0, 1, 5};

/// @return [a x].
inline Matrix3 skew(const Vector3& a) {
  return Matrix3{{0.0, -a.z(), a.y()}, {a.z(), 0.0, -a.x()}, {-a.y(), a.x(), 0.0}};
}

[[gnu::always_inline]] inline Vector6 join(const Vector3& linear, const Vector3& angular) {
  Vector6 joined;
  joined.head<3>() = linear;
  joined.tail<3>() = angular;
  return joined;
}

/// @return a x b: how the twist b, fixed to a body that moves with the twist a, changes.
[[gnu::always_inline]] inline Vector6 cross_motion(const Vector6& a, const Vector6& b) {
  const Vector3 va = a.head<3>(), wa = a.tail<3>(), vb = b.head<3>(), wb = b.tail<3>();
  return join(wa.cross(vb) + va.cross(wb), wa.cross(wb));
}

/// @return a x* f: how the wrench f, fixed to a body that moves with the twist a, changes.
[[gnu::always_inline]] inline Vector6 cross_force(const Vector6& a, const Vector6& f) {
  const Vector3 va = a.head<3>(), wa = a.tail<3>(), force = f.head<3>(), moment = f.tail<3>();
  return join(wa.cross(force), wa.cross(moment) + va.cross(force));
}

/// A symmetric 3 x 3 matrix.
struct Symmetric3 {
  double xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0;

  [[gnu::always_inline]] Vector3 operator*(const Vector3& v) const {
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

/// Three numbers and a spare one, so that they are added and multiplied in pairs.
using Vector4 = Eigen::Vector4d;
using Matrix43 = Eigen::Matrix<double, 4, 3>;

/// Mass, first moment and inertia of one or several rigid bodies in frame O.
struct SpatialInertia {
  Matrix43 columns = Matrix43::Zero();        ///< of the inertia about O, kg m^2; fourth row zero
  Vector4 moment_and_mass = Vector4::Zero();  ///< sum of m p, kg m, and m, kg

  double mass() const { return moment_and_mass[3]; }
  Vector3 moment() const { return moment_and_mass.head<3>(); }
  Symmetric3 inertia() const {
    return {columns(0, 0), columns(0, 1), columns(0, 2), columns(1, 1), columns(1, 2), columns(2, 2)};
  }

  SpatialInertia& operator+=(const SpatialInertia& o) {
    columns += o.columns;
    moment_and_mass += o.moment_and_mass;
    return *this;
  }

  /// @return Momentum (P; L about O) of the twist, or wrench of the acceleration.
  [[gnu::always_inline]] Vector6 operator*(const Vector6& twist) const {
    const double hx = moment_and_mass[0], hy = moment_and_mass[1], hz = moment_and_mass[2],
                 m = moment_and_mass[3];
    const double vx = twist[0], vy = twist[1], vz = twist[2], wx = twist[3], wy = twist[4], wz = twist[5];
    const Vector4 turning = columns.col(0) * wx + columns.col(1) * wy + columns.col(2) * wz;
    Vector6 momentum;
    momentum[0] = m * vx + (wy * hz - wz * hy);
    momentum[1] = m * vy + (wz * hx - wx * hz);
    momentum[2] = m * vz + (wx * hy - wy * hx);
    momentum[3] = turning[0] + (hy * vz - hz * vy);
    momentum[4] = turning[1] + (hz * vx - hx * vz);
    momentum[5] = turning[2] + (hx * vy - hy * vx);
    return momentum;
  }

  /// @param matrix Receives the 6 x 6 form.
  void fill(Matrix6& matrix) const {
    const double m = mass();
    const double hx = moment_and_mass[0], hy = moment_and_mass[1], hz = moment_and_mass[2];
    matrix.col(0) << m, 0.0, 0.0, 0.0, hz, -hy;
    matrix.col(1) << 0.0, m, 0.0, -hz, 0.0, hx;
    matrix.col(2) << 0.0, 0.0, m, hy, -hx, 0.0;
    matrix.col(3) << 0.0, -hz, hy, columns.col(0).head<3>();
    matrix.col(4) << hz, 0.0, -hx, columns.col(1).head<3>();
    matrix.col(5) << -hy, hx, 0.0, columns.col(2).head<3>();
  }

  /// @return The inertia about the mass centre, kg m^2.
  Symmetric3 about_mass_centre() const {
    const Vector3 h = moment();
    const Vector3 g = h * (1.0 / mass());
    const double trace = h.dot(g);
    const Symmetric3 i = inertia();
    return {i.xx - trace + h.x() * g.x(), i.xy + h.x() * g.y(), i.xz + h.x() * g.z(),
            i.yy - trace + h.y() * g.y(), i.yz + h.y() * g.z(), i.zz - trace + h.z() * g.z()};
  }
};

}  // namespace freefloat
