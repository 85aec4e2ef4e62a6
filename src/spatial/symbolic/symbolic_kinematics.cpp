#include "spatial/symbolic/symbolic_kinematics.h"

#include <fmt/format.h>

#include <array>

namespace freefloat {

namespace {

/// @return [w_rate x] + [w x]^2.
SymbolicMatrix second_derivative(const SymbolicVector& w, const SymbolicVector& w_rate) {
  SymbolicMatrix b;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    b(i, i) = -w[j] * w[j] - w[k] * w[k];
    b(i, j) = w[i] * w[j] - w_rate[k];
    b(j, i) = w[i] * w[j] + w_rate[k];
  }
  return b;
}

void add_attitude(const SymbolicTree& tree, Definitions& definitions, SymbolicKinematics& kinematics) {
  const int first = tree.base_shifts();
  if (tree.base_kind == BaseKind::kPlanar) {
    kinematics.T0 = symbolic_turn(SymbolicVector::Unit(2), tree.at(first));
    kinematics.turns = {SymbolicVector::Unit(2)};
    return;
  }
  const auto [a, b, c] = tree.sequence == EulerSequence::kZyx ? std::array{2, 1, 0} : std::array{0, 1, 2};
  const SymbolicMatrix turn_1 = symbolic_turn(SymbolicVector::Unit(a), tree.at(first));
  const SymbolicMatrix turn_2 = symbolic_turn(SymbolicVector::Unit(b), tree.at(first + 1));
  const SymbolicMatrix turn_3 = symbolic_turn(SymbolicVector::Unit(c), tree.at(first + 2));
  const SymbolicMatrix last_two = definitions.name("T23", turn_2 * turn_3);
  kinematics.T0 = definitions.name("T0", turn_1 * last_two);
  // The base turns about an axis of each intermediate frame; written in its own axes these are rows.
  kinematics.turns = {definitions.name("S1", last_two.row(a).transpose()),
                      definitions.name("S2", turn_3.row(b).transpose()), SymbolicVector::Unit(c)};
}

/// omega_0 and its derivative: Eq. (20c).
void move_base(const SymbolicTree& tree, Definitions& definitions, SymbolicKinematics& kinematics) {
  SymbolicKinematics::Body& base = kinematics.bodies[0];
  std::vector<SymbolicVector> changes;  // d S0 / dt, column by column
  for (std::size_t i = 0; i < kinematics.turns.size(); ++i) {
    const GiNaC::ex rate = tree.rate_at(tree.base_shifts() + static_cast<int>(i));
    base.w += rate * kinematics.turns[i];
    SymbolicVector change;
    for (std::size_t j = 0; j < kinematics.turns.size(); ++j) {
      const int angle = tree.base_shifts() + static_cast<int>(j);
      for (int part = 0; part < 3; ++part) {
        change[part] +=
            definitions.derivative(kinematics.turns[i][part], tree.at(angle)) * tree.rate_at(angle);
      }
    }
    changes.push_back(definitions.name(fmt::format("S{}_rate", i + 1), change));
    base.w_rate += rate * changes.back();
  }
  base.w = definitions.name("w0", base.w);
  base.w_rate = definitions.name("wr0", base.w_rate);
  base.second = definitions.name("B0", second_derivative(base.w, base.w_rate));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    // Inertial derivative, written in axes that turn.
    kinematics.turn_rates.push_back(changes[i] + base.w.cross(kinematics.turns[i]));
  }
}

SymbolicKinematics::Body move_link(const SymbolicTree& tree, int k, const SymbolicKinematics::Body& parent,
                                   Definitions& definitions) {
  const SymbolicTree::Joint& joint = tree.joint(k);
  const std::string id = std::to_string(k);
  const GiNaC::ex q = tree.at(tree.coordinate(k));
  const GiNaC::ex rate = tree.rate_at(tree.coordinate(k));
  const bool turns = joint.kind == JointKind::kRevolute;
  SymbolicKinematics::Body body;
  SymbolicMatrix own = joint.rotation;
  if (turns) own = own * symbolic_turn(joint.axis, q);
  own = definitions.name("R" + id, own);
  body.rotation = definitions.name("A" + id, parent.rotation * own);
  // The axis is the same before and after the turn, and a column of A_k when it is an axis of the frame.
  body.axis = definitions.name("z" + id, parent.rotation * (joint.rotation * joint.axis));
  SymbolicVector arm = definitions.name("p" + id, parent.rotation * joint.position);
  if (!turns) arm = definitions.name("b" + id, arm + q * body.axis);
  body.origin = definitions.name("o" + id, parent.origin + arm);
  const SymbolicVector to_centre = definitions.name("d" + id, body.rotation * tree.bodies[k].mass_centre);
  body.centre = definitions.name("r" + id, body.origin + to_centre);

  const SymbolicVector axis_rate = parent.w.cross(body.axis);
  body.w = parent.w;
  body.w_rate = parent.w_rate;
  body.second = parent.second;
  body.a_origin = parent.a_origin + parent.second * arm;
  if (turns) {
    body.w = definitions.name("w" + id, parent.w + rate * body.axis);
    body.w_rate = definitions.name("wr" + id, parent.w_rate + rate * definitions.name("zr" + id, axis_rate));
    body.second = definitions.name("B" + id, second_derivative(body.w, body.w_rate));
    body.at_base = parent.at_base + rate * definitions.name("n" + id, body.origin.cross(body.axis));
  } else {
    body.a_origin += 2 * rate * definitions.name("zr" + id, axis_rate);
    body.at_base = parent.at_base + rate * body.axis;
  }
  body.at_base = definitions.name("u" + id, body.at_base);
  body.a_origin = definitions.name("ao" + id, body.a_origin);
  body.a_centre = definitions.name("ac" + id, body.a_origin + body.second * to_centre);
  return body;
}

}  // namespace

SymbolicMatrix symbolic_turn(const SymbolicVector& axis, const GiNaC::ex& angle) {
  const GiNaC::ex s = sin(angle);
  const SymbolicMatrix along = axis * axis.transpose();
  SymbolicMatrix turn = along + cos(angle) * (SymbolicMatrix::Identity() - along);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    turn(i, j) -= axis[3 - i - j] * s;
    turn(j, i) += axis[3 - i - j] * s;
  }
  return turn;
}

SymbolicKinematics make_kinematics(const SymbolicTree& tree, Definitions& definitions) {
  SymbolicKinematics kinematics;
  add_attitude(tree, definitions, kinematics);
  SymbolicKinematics::Body base;
  base.rotation.setIdentity();
  base.origin = -tree.bodies[0].mass_centre;
  kinematics.bodies.assign(tree.bodies.size(), base);
  move_base(tree, definitions, kinematics);
  SymbolicKinematics::Body& moved = kinematics.bodies[0];
  moved.a_origin = definitions.name("ao0", moved.second * moved.origin);
  for (const int k : tree.outward) {
    kinematics.bodies[k] = move_link(tree, k, kinematics.body(tree.joint(k).parent), definitions);
  }
  return kinematics;
}

SymbolicVector point_velocity(const SymbolicKinematics& kinematics, int body, const SymbolicVector& point) {
  const SymbolicKinematics::Body& carrier = kinematics.body(body);
  return carrier.at_base + carrier.w.cross(point);
}

}  // namespace freefloat
