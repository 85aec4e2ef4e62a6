#include "spatial/symbolic/symbolic_dynamics.h"

namespace freefloat {

namespace {

/// @param moment m r.
/// @return m (r.r 1 - r r^T)
SymbolicMatrix point_inertia(const SymbolicVector& r, const SymbolicVector& moment) {
  SymbolicMatrix inertia;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    inertia(i, i) = moment[j] * r[j] + moment[k] * r[k];
    inertia(i, j) = -moment[i] * r[j];
  }
  for (int i = 0; i < 3; ++i) inertia((i + 1) % 3, i) = inertia(i, (i + 1) % 3);
  return inertia;
}

/// A I A^T: the inertia about the mass centre, base axes.
SymbolicMatrix turned_inertia(const SymbolicTree& tree, const SymbolicKinematics& kinematics, int k,
                              Definitions& definitions) {
  const SymbolicMatrix& a = kinematics.body(k).rotation;
  SymbolicMatrix inertia = tree.bodies[k].inertia;
  if (k == 0) return inertia;
  // A 1 A^T = 1: what all three axes share need not be turned.
  int shared = 0;
  int most = -1;
  for (int i = 0; i < 3; ++i) {
    int zeros = 0;
    for (int j = 0; j < 3; ++j) zeros += (inertia(j, j) - inertia(i, i)).is_zero() ? 1 : 0;
    if (zeros > most) {
      shared = i;
      most = zeros;
    }
  }
  const GiNaC::ex common = inertia(shared, shared);
  const std::string id = std::to_string(k);
  for (int i = 0; i < 3; ++i) inertia(i, i) = definitions.name("I" + id, inertia(i, i) - common);
  const SymbolicMatrix half = definitions.name("AI" + id, a * inertia);
  SymbolicMatrix turned = half * transpose(a);
  for (int i = 0; i < 3; ++i) turned(i, i) += common;
  return definitions.name("J" + id, turned, true);
}

/// @return All bodies from the tips to the base.
std::vector<int> inward_with_base(const SymbolicTree& tree) {
  std::vector<int> order(tree.outward.rbegin(), tree.outward.rend());
  order.push_back(0);
  return order;
}

}  // namespace

int first_body_of(const SymbolicTree& tree, int coordinate) {
  return coordinate < tree.base_freedoms() ? 0 : coordinate - tree.base_freedoms() + 1;
}

bool moves(const SymbolicTree& tree, int coordinate, int body) {
  const int first = first_body_of(tree, coordinate);
  while (body > 0 && body != first) body = tree.joint(body).parent;
  return body == first;
}

SymbolicColumn make_column(const SymbolicTree& tree, const SymbolicKinematics& kinematics, int coordinate,
                           Definitions& definitions) {
  const SymbolicKinematics::Body& body = kinematics.body(first_body_of(tree, coordinate));
  SymbolicColumn column;
  for (int i = 0; i < 3; ++i) {
    column.v[i] = definitions.derivative(body.at_base[i], tree.rate_at(coordinate));
    column.w[i] = definitions.derivative(body.w[i], tree.rate_at(coordinate));
  }
  return column;
}

SymbolicRows make_mass_matrix(const SymbolicTree& tree, const SymbolicKinematics& kinematics,
                              Definitions& definitions) {
  const int size = tree.size();
  std::vector<GiNaC::ex> mass(tree.bodies.size());
  std::vector<SymbolicVector> moment(tree.bodies.size());
  std::vector<SymbolicMatrix> inertia(tree.bodies.size());
  for (const int k : inward_with_base(tree)) {
    const std::string id = std::to_string(k);
    const GiNaC::ex& own = tree.bodies[k].mass;
    const SymbolicVector& r = kinematics.body(k).centre;
    const SymbolicVector own_moment = definitions.name("mr" + id, own * r);
    const SymbolicMatrix own_inertia =
        turned_inertia(tree, kinematics, k, definitions) + point_inertia(r, own_moment);
    mass[k] = definitions.name("M" + id, mass[k] + own);
    moment[k] = definitions.name("Mr" + id, moment[k] + own_moment);
    inertia[k] = definitions.name("JC" + id, inertia[k] + own_inertia, true);
    if (k == 0) continue;
    const int parent = tree.joint(k).parent;
    mass[parent] += mass[k];
    moment[parent] = moment[parent] + moment[k];
    inertia[parent] = inertia[parent] + inertia[k];
  }

  SymbolicRows h(size, std::vector<GiNaC::ex>(size));
  const auto set = [&](int i, int j, const GiNaC::ex& value) {
    h[i][j] = value;
    h[j][i] = value;
  };
  const int shifts = tree.base_shifts();
  for (int i = 0; i < shifts; ++i) set(i, i, mass[0]);  // first term: d R_C0/d q_i are unit vectors
  for (int j = shifts; j < size; ++j) {
    const int first = first_body_of(tree, j);
    const std::string id = std::to_string(j);
    const SymbolicColumn column = make_column(tree, kinematics, j, definitions);
    const SymbolicVector linear =
        definitions.name("P" + id, mass[first] * column.v + cross(column.w, moment[first]));
    const SymbolicVector angular =
        definitions.name("L" + id, cross(moment[first], column.v) + inertia[first] * column.w);
    const SymbolicVector inertial = kinematics.T0 * linear;
    for (int i = 0; i < shifts; ++i) set(i, j, inertial[i]);
    for (int i = shifts; i < size; ++i) {
      if (!moves(tree, i, first)) continue;
      const SymbolicColumn other = make_column(tree, kinematics, i, definitions);
      set(i, j, dot(other.v, linear) + dot(other.w, angular));
    }
  }
  return h;
}

std::vector<GiNaC::ex> make_velocity_terms(const SymbolicTree& tree, const SymbolicKinematics& kinematics,
                                           Definitions& definitions) {
  std::vector<SymbolicVector> force(tree.bodies.size());
  std::vector<SymbolicVector> moment(tree.bodies.size());
  for (const int k : inward_with_base(tree)) {
    const std::string id = std::to_string(k);
    const SymbolicKinematics::Body& body = kinematics.body(k);
    const SymbolicMatrix inertia = turned_inertia(tree, kinematics, k, definitions);
    const SymbolicVector own_force = definitions.name("F" + id, tree.bodies[k].mass * body.a_centre);
    const SymbolicVector spin = definitions.name("Lw" + id, inertia * body.w);
    const SymbolicVector own_moment =
        cross(body.centre, own_force) + inertia * body.w_rate + cross(body.w, spin);
    force[k] = definitions.name("FC" + id, force[k] + own_force);
    moment[k] = definitions.name("NC" + id, moment[k] + own_moment);
    if (k == 0) continue;
    const int parent = tree.joint(k).parent;
    force[parent] = force[parent] + force[k];
    moment[parent] = moment[parent] + moment[k];
  }
  const SymbolicVector whole = kinematics.T0 * force[0];
  std::vector<GiNaC::ex> terms;
  for (int i = 0; i < tree.base_shifts(); ++i) terms.push_back(whole[i]);
  for (int i = tree.base_shifts(); i < tree.size(); ++i) {
    const int first = first_body_of(tree, i);
    const SymbolicColumn column = make_column(tree, kinematics, i, definitions);
    terms.push_back(dot(column.v, force[first]) + dot(column.w, moment[first]));
  }
  return terms;
}

}  // namespace freefloat
