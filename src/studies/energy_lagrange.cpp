#include "studies/energy_lagrange.h"

#include <Eigen/Geometry>
#include <boost/math/differentiation/autodiff.hpp>
#include <vector>

#include "spatial/tree/check_tree.h"

/// A number with its derivatives by two variables a and b, and by both.
using Jet = boost::math::differentiation::autodiff_fvar<double, 1, 1>;

template <>
struct Eigen::NumTraits<Jet> : NumTraits<double> {
  using Real = Jet;
  using NonInteger = Jet;
  using Literal = Jet;
  enum { RequireInitialization = 1, ReadCost = 4, AddCost = 4, MulCost = 9 };
};

namespace freefloat {

namespace {

// Products by lazyProduct: anything converts to a Jet, so that `*` would be ambiguous.
using Jets = Eigen::Matrix<Jet, 3, 1>;

const Jet kA = boost::math::differentiation::make_fvar<double, 1>(0.0);
const Jet kB = boost::math::differentiation::make_fvar<double, 0, 1>(0.0);

Jets constant(const Vector3& v) {
  return v.cast<Jet>();
}

/// A vector in axes that are turned by `angle` about `axis`.
Jets in_turned_axes(const Vector3& axis, const Jet& angle, const Jets& x) {
  return Eigen::AngleAxis<Jet>(-angle, constant(axis)).toRotationMatrix().lazyProduct(x);
}

/// Velocity of a frame's origin and angular velocity, in its own axes.
struct Twist {
  Jets v;
  Jets w;
};

Jet energy_of(const TreeBody& body, const Twist& twist) {
  const Jets v = twist.v + twist.w.cross(constant(body.mass_centre));
  return 0.5 * (body.mass * v.dot(v) + twist.w.dot(body.inertia.cast<Jet>().lazyProduct(twist.w)));
}

Twist move_base(const std::vector<Jet>& q, const std::vector<Jet>& rates) {
  // Each turn of T0 = Rz Ry Rx adds its rate about its own axis and turns what was there before.
  Twist twist{{rates[0], rates[1], rates[2]}, constant(Vector3::Zero())};
  for (int turn = 0; turn < 3; ++turn) {
    const Vector3 axis = Vector3::Unit(2 - turn);
    const std::size_t at = 3 + turn;
    twist.v = in_turned_axes(axis, q[at], twist.v);
    twist.w = in_turned_axes(axis, q[at], twist.w) + rates[at] * constant(axis);
  }
  return twist;
}

Twist move_link(const TreeJoint& joint, const Jet& q, const Jet& rate, const Twist& parent) {
  const Eigen::Matrix<Jet, 3, 3> turn = joint.rotation.transpose().cast<Jet>();
  Twist twist{turn.lazyProduct(parent.v + parent.w.cross(constant(joint.position))),
              turn.lazyProduct(parent.w)};
  const Jets axis = constant(joint.axis);
  if (joint.kind == JointKind::kPrismatic) {
    twist.v += rate * axis + q * twist.w.cross(axis);
  } else {
    twist.v = in_turned_axes(joint.axis, q, twist.v);
    twist.w = in_turned_axes(joint.axis, q, twist.w) + rate * axis;
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
    energy += energy_of(link.body, twists[body]);
  }
  return energy;
}

std::vector<Jet> jets(const Eigen::VectorXd& values) {
  return std::vector<Jet>(values.begin(), values.end());
}

}  // namespace

EnergyLagrange differentiate_energy(const TreeParameters& tree, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& rates) {
  const Eigen::Index size = q.size();
  EnergyLagrange dynamics{Eigen::MatrixXd(size, size), Eigen::VectorXd(size)};
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      std::vector<Jet> varied = jets(rates);
      varied[i] += kA;
      varied[j] += kB;
      dynamics.H(i, j) = kinetic_energy(tree, jets(q), varied).derivative(1, 1);
    }
    // d/dt (dT/dq_i') at q'' = 0: b runs along the motion.
    std::vector<Jet> moving = jets(q);
    for (Eigen::Index s = 0; s < size; ++s) moving[s] += rates[s] * kB;
    std::vector<Jet> varied = jets(rates);
    varied[i] += kA;
    std::vector<Jet> shifted = jets(q);
    shifted[i] += kA;
    dynamics.C[i] = kinetic_energy(tree, moving, varied).derivative(1, 1) -
                    kinetic_energy(tree, shifted, jets(rates)).derivative(1, 0);
  }
  return dynamics;
}

}  // namespace freefloat
