// The paper's own check of its program: the kinetic energy, Eq. (6), put directly into Lagrange's equations,
// Eq. (1). Here both sides are formulas.
#include <gtest/gtest.h>

#include "spatial/symbolic/symbolic_dynamics.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

/// Kinetic energy from positions and rotations alone, written out.
class EnergyModel {
 public:
  explicit EnergyModel(const SymbolicTree& tree) : tree_(tree) {
    SymbolicMatrix rotation = base_rotation();
    SymbolicVector centre;
    for (int i = 0; i < tree.base_shifts(); ++i) centre[i] = tree.at(i);
    rotations_.push_back(rotation);
    origins_.push_back(centre - rotation * tree.bodies[0].mass_centre);
    add_body(0, centre);
    for (int k = 1; k <= tree.joint_count(); ++k) {
      const SymbolicTree::Joint& joint = tree.joint(k);
      const std::size_t parent = joint.parent;
      const GiNaC::ex q = tree.at(tree.coordinate(k));
      const SymbolicMatrix before = rotations_[parent] * joint.rotation;
      SymbolicVector origin = origins_[parent] + rotations_[parent] * joint.position;
      const bool turns = joint.kind == JointKind::kRevolute;
      if (!turns) origin = origin + q * (before * joint.axis);
      rotations_.push_back(turns ? before * symbolic_turn(joint.axis, q) : before);
      origins_.push_back(origin);
      add_body(k, origin + rotations_.back() * tree.bodies[k].mass_centre);
    }
  }

  const GiNaC::ex& energy() const { return energy_; }

  /// d value / d t along q', q'' = 0.
  GiNaC::ex rate(const GiNaC::ex& value) const {
    GiNaC::ex sum;
    for (int i = 0; i < tree_.size(); ++i) sum += value.diff(tree_.at(i)) * tree_.rate_at(i);
    return sum;
  }

 private:
  SymbolicMatrix base_rotation() const {
    const auto turn = [&](int axis, int coordinate) {
      SymbolicVector unit;
      unit[axis] = 1;
      return symbolic_turn(unit, tree_.at(coordinate));
    };
    if (tree_.base_kind == BaseKind::kPlanar) return turn(2, 2);
    return tree_.sequence == EulerSequence::kZyx ? turn(2, 3) * turn(1, 4) * turn(0, 5)
                                                 : turn(0, 3) * turn(1, 4) * turn(2, 5);
  }

  void add_body(int k, const SymbolicVector& centre) {
    const SymbolicTree::Body& body = tree_.bodies[k];
    SymbolicVector velocity;
    for (int i = 0; i < 3; ++i) velocity[i] = rate(centre[i]);
    // [w x] = R^T R'
    SymbolicMatrix change;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) change(i, j) = rate(rotations_.back()(i, j));
    }
    const SymbolicMatrix spin = rotations_.back().transpose() * change;
    const SymbolicVector w{spin(2, 1), spin(0, 2), spin(1, 0)};
    energy_ += (body.mass * velocity.dot(velocity) + w.dot(body.inertia * w)) / 2;
  }

  const SymbolicTree& tree_;
  std::vector<SymbolicMatrix> rotations_;
  std::vector<SymbolicVector> origins_;
  GiNaC::ex energy_;
};

/// Compares at a point whose coordinates are numbers.
void expect_lagrange(const TreeParameters& tree, EulerSequence sequence, std::uint64_t seed) {
  const SymbolicTree symbolic = make_symbolic_tree(tree, sequence, {});
  Definitions definitions;
  const SymbolicKinematics kinematics = make_kinematics(symbolic, definitions);
  const SymbolicRows h = make_mass_matrix(symbolic, kinematics, definitions);
  const std::vector<GiNaC::ex> c = make_velocity_terms(symbolic, kinematics, definitions);
  const EnergyModel model(symbolic);
  RandomTrees draw(seed);
  GiNaC::exmap point;
  for (int i = 0; i < symbolic.size(); ++i) {
    point[symbolic.at(i)] = draw.number(-1.2, 1.2);
    point[symbolic.rate_at(i)] = draw.number(-1.0, 1.0);
  }
  const auto number = [&](const GiNaC::ex& value) {
    return GiNaC::ex_to<GiNaC::numeric>(value.subs(point, GiNaC::subs_options::no_pattern).evalf())
        .to_double();
  };
  for (int i = 0; i < symbolic.size(); ++i) {
    const std::size_t row = i;
    const GiNaC::ex momentum = model.energy().diff(symbolic.rate_at(i));
    for (int j = 0; j < symbolic.size(); ++j) {
      EXPECT_NEAR(number(definitions.written_out(h(i, j))), number(momentum.diff(symbolic.rate_at(j))),
                  1e-11);
    }
    EXPECT_NEAR(number(definitions.written_out(c[row])),
                number(model.rate(momentum) - model.energy().diff(symbolic.at(i))), 1e-11);
  }
}

TEST(SymbolicDynamics, IsLagrangesEquationsOfTheKineticEnergy) {
  RandomTrees draw(311);
  expect_lagrange(draw.tree(BaseKind::kFree, 1, 0.0, 0.0), EulerSequence::kZyx, 2);
  expect_lagrange(draw.tree(BaseKind::kFree, 1, 1.0, 0.0), EulerSequence::kXyz, 3);
}

/// sin^2 = 1 - cos^2 wherever it occurs, then multiplied out: zero when the formula is zero.
GiNaC::ex reduced(const GiNaC::ex& value, const SymbolicTree& tree) {
  GiNaC::ex result = value.expand();
  for (int i = 0; i < tree.size(); ++i) {
    const GiNaC::ex s = sin(GiNaC::ex(tree.at(i)));
    const GiNaC::ex c = cos(GiNaC::ex(tree.at(i)));
    const GiNaC::symbol sine("s");
    GiNaC::ex polynomial = result.subs(s == sine, GiNaC::subs_options::no_pattern).expand();
    GiNaC::ex reduced_sum;
    for (int power = polynomial.ldegree(sine); power <= polynomial.degree(sine); ++power) {
      const GiNaC::ex factor = polynomial.coeff(sine, power);
      reduced_sum += factor * pow(1 - c * c, power / 2) * (power % 2 == 0 ? GiNaC::ex(1) : s);
    }
    result = reduced_sum.expand();
  }
  return result;
}

TEST(SymbolicDynamics, IsLagrangesEquationsExactlyForAPlanarRobot) {
  TreeParameters tree;
  tree.name = "planar";
  tree.base_kind = BaseKind::kPlanar;
  tree.base = {"base", 5.0, Vector3::Zero(), Matrix3::Identity()};
  for (int i = 0; i < 2; ++i) {
    TreeLink link;
    link.body = {"link_" + std::to_string(i + 1), 1.0, Vector3(0.2, 0.1, 0.0), Matrix3::Identity()};
    link.joint.parent = i;
    link.joint.position = {0.3, 0.05, 0.0};
    tree.links.push_back(link);
  }
  const std::vector<TreeParameter> chosen = choose_parameters(tree, {"all"}, true);
  const SymbolicTree symbolic = make_symbolic_tree(tree, EulerSequence::kZyx, chosen);
  Definitions definitions;
  const SymbolicKinematics kinematics = make_kinematics(symbolic, definitions);
  const SymbolicRows h = make_mass_matrix(symbolic, kinematics, definitions);
  const std::vector<GiNaC::ex> c = make_velocity_terms(symbolic, kinematics, definitions);
  const EnergyModel model(symbolic);
  for (int i = 0; i < symbolic.size(); ++i) {
    const std::size_t row = i;
    const GiNaC::ex momentum = model.energy().diff(symbolic.rate_at(i));
    for (int j = 0; j < symbolic.size(); ++j) {
      const GiNaC::ex derived = definitions.written_out(h(i, j));
      EXPECT_TRUE(reduced(derived - momentum.diff(symbolic.rate_at(j)), symbolic).is_zero()) << i << " " << j;
    }
    const GiNaC::ex derived = definitions.written_out(c[row]);
    const GiNaC::ex expected = model.rate(momentum) - model.energy().diff(symbolic.at(i));
    EXPECT_TRUE(reduced(derived - expected, symbolic).is_zero()) << i;
    EXPECT_FALSE(reduced(derived + expected, symbolic).is_zero() && i > 0) << i;  // it is not all zero
  }
}

}  // namespace
}  // namespace freefloat
