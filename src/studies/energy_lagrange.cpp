#include "studies/energy_lagrange.h"

#include <array>
#include <cmath>
#include <vector>

#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

/// A number with its derivatives by two variables a and b, and by both.
struct Jet {
  double value = 0.0;
  double a = 0.0;
  double b = 0.0;
  double ab = 0.0;
};

Jet operator+(const Jet& x, const Jet& y) {
  return {x.value + y.value, x.a + y.a, x.b + y.b, x.ab + y.ab};
}

Jet operator*(const Jet& x, const Jet& y) {
  return {x.value * y.value, x.a * y.value + x.value * y.a, x.b * y.value + x.value * y.b,
          x.ab * y.value + x.a * y.b + x.b * y.a + x.value * y.ab};
}

Jet operator*(double factor, const Jet& x) {
  return {factor * x.value, factor * x.a, factor * x.b, factor * x.ab};
}

/// @param f, f1, f2 A function and its derivatives at x.
Jet apply(const Jet& x, double f, double f1, double f2) {
  return {f, f1 * x.a, f1 * x.b, f1 * x.ab + f2 * x.a * x.b};
}

Jet sine(const Jet& x) {
  return apply(x, std::sin(x.value), std::cos(x.value), -std::sin(x.value));
}

Jet cosine(const Jet& x) {
  return apply(x, std::cos(x.value), -std::sin(x.value), -std::cos(x.value));
}

using Jets = std::array<Jet, 3>;

Jets operator+(const Jets& x, const Jets& y) {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}

Jets scale(const Jet& factor, const Jets& x) {
  return {factor * x[0], factor * x[1], factor * x[2]};
}

Jets constant(const Vector3& v) {
  return {Jet{v.x()}, Jet{v.y()}, Jet{v.z()}};
}

Jets cross(const Jets& x, const Jets& y) {
  const auto part = [&](std::size_t i, std::size_t j) { return x[i] * y[j] + -1.0 * (x[j] * y[i]); };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

Jet dot(const Jets& x, const Jets& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

Jets multiply(const Matrix3& matrix, const Jets& x) {
  Jets product;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      product[i] = product[i] + matrix(i, j) * x[j];
    }
  }
  return product;
}

/// A vector in axes that are turned by `angle` about `axis`.
Jets in_turned_axes(const Vector3& axis, const Jet& angle, const Jets& x) {
  const Jets along = constant(axis);
  const Jet c = cosine(angle);
  return scale(c, x) + scale(-1.0 * sine(angle), cross(along, x)) +
         scale((Jet{1.0} + -1.0 * c) * dot(along, x), along);
}

/// Velocity of a frame's origin and angular velocity, in its own axes.
struct Twist {
  Jets v;
  Jets w;
};

Jet energy_of(const TreeBody& body, const Twist& twist) {
  const Jets v = twist.v + cross(twist.w, constant(body.mass_centre));
  return 0.5 * (body.mass * dot(v, v) + dot(twist.w, multiply(body.inertia, twist.w)));
}

Twist move_base(const std::vector<Jet>& q, const std::vector<Jet>& rates) {
  // Each turn of T0 = Rz Ry Rx adds its rate about its own axis and turns what was there before.
  Twist twist{{rates[0], rates[1], rates[2]}, {}};
  for (int turn = 0; turn < 3; ++turn) {
    const Vector3 axis = Vector3::Unit(2 - turn);
    const std::size_t at = 3 + static_cast<std::size_t>(turn);
    twist.v = in_turned_axes(axis, q[at], twist.v);
    twist.w = in_turned_axes(axis, q[at], twist.w) + scale(rates[at], constant(axis));
  }
  return twist;
}

Twist move_link(const TreeJoint& joint, const Jet& q, const Jet& rate, const Twist& parent) {
  Twist twist;
  twist.v = multiply(joint.rotation.transpose(), parent.v + cross(parent.w, constant(joint.position)));
  twist.w = multiply(joint.rotation.transpose(), parent.w);
  const Jets axis = constant(joint.axis);
  if (joint.kind == JointKind::kPrismatic) {
    twist.v = twist.v + scale(rate, axis) + scale(q, cross(twist.w, axis));
  } else {
    twist.v = in_turned_axes(joint.axis, q, twist.v);
    twist.w = in_turned_axes(joint.axis, q, twist.w) + scale(rate, axis);
  }
  return twist;
}

/// Eq. (6).
Jet kinetic_energy(const TreeParameters& tree, const std::vector<Jet>& q, const std::vector<Jet>& rates) {
  std::vector<Twist> twists(tree.body_count(), move_base(q, rates));
  Jet energy = energy_of(tree.base, twists[0]);
  for (const int body : outward_order(tree)) {
    const TreeLink& link = tree.links[body - 1];
    twists[body] = move_link(link.joint, q[5 + body], rates[5 + body], twists[link.joint.parent]);
    energy = energy + energy_of(link.body, twists[body]);
  }
  return energy;
}

std::vector<Jet> jets(const Eigen::VectorXd& values) {
  std::vector<Jet> made;
  for (const double value : values) made.push_back({value});
  return made;
}

}  // namespace

EnergyLagrange differentiate_energy(const TreeParameters& tree, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& rates) {
  const Eigen::Index size = q.size();
  EnergyLagrange dynamics{Eigen::MatrixXd(size, size), Eigen::VectorXd(size)};
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      std::vector<Jet> varied = jets(rates);
      varied[i].a = 1.0;
      varied[j].b = 1.0;
      dynamics.H(i, j) = kinetic_energy(tree, jets(q), varied).ab;
    }
    // d/dt (dT/dq_i') at q'' = 0: b runs along the motion.
    std::vector<Jet> moving = jets(q);
    for (Eigen::Index s = 0; s < size; ++s) moving[s].b = rates[s];
    std::vector<Jet> varied = jets(rates);
    varied[i].a = 1.0;
    std::vector<Jet> shifted = jets(q);
    shifted[i].a = 1.0;
    dynamics.C[i] = kinetic_energy(tree, moving, varied).ab - kinetic_energy(tree, shifted, jets(rates)).a;
  }
  return dynamics;
}

}  // namespace freefloat
