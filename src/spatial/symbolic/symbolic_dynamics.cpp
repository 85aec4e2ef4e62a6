#include "spatial/symbolic/symbolic_dynamics.h"

#include <fmt/format.h>

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
  SymbolicMatrix turned = half * a.transpose();
  for (int i = 0; i < 3; ++i) turned(i, i) += common;
  return definitions.name("J" + id, turned, true);
}

/// @return All bodies from the tips to the base.
std::vector<int> inward_with_base(const SymbolicTree& tree) {
  std::vector<int> order(tree.outward.rbegin(), tree.outward.rend());
  order.push_back(0);
  return order;
}

/// @return Body that coordinate i moves first: 0 for those of the base.
int first_body_of(const SymbolicTree& tree, int coordinate) {
  return coordinate < tree.base_freedoms() ? 0 : coordinate - tree.base_freedoms() + 1;
}

/// @return Whether coordinate i moves the body.
bool moves(const SymbolicTree& tree, int coordinate, int body) {
  const int first = first_body_of(tree, coordinate);
  while (body > 0 && body != first) body = tree.joint(body).parent;
  return body == first;
}

/// How a generalized rate q_i' moves the bodies that it moves: velocity of a point r is v + w x r. By (3b)
/// and d r'/d q_i' = d r/d q_i (A.3) these two hold all first derivatives of Eqs. (15), (17).
struct SymbolicColumn {
  SymbolicVector v;  ///< of the point at C_0, base axes
  SymbolicVector w;  ///< d omega_k / d q_i', Eqs. (28), (29)
};

/// @return The column of q_i', i = coordinate, found by differentiation of the velocities by q_i'. Those of
/// the base's position are zero: R_C0 is no part of r.
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

/// Writes a column (linear; angular), turned to the inertial axes.
void set_column(const SymbolicMatrix& T0, int column, const SymbolicVector& linear,
                const SymbolicVector& angular, SymbolicRows& rows) {
  rows.block<3, 1>(0, column) = T0 * linear;
  rows.block<3, 1>(3, column) = T0 * angular;
}

}  // namespace

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
    moment[parent] += moment[k];
    inertia[parent] += inertia[k];
  }

  SymbolicRows h(size, size);
  const auto set = [&](int i, int j, const GiNaC::ex& value) { h(i, j) = h(j, i) = value; };
  const int shifts = tree.base_shifts();
  for (int i = 0; i < shifts; ++i) set(i, i, mass[0]);  // first term: d R_C0/d q_i are unit vectors
  for (int j = shifts; j < size; ++j) {
    const int first = first_body_of(tree, j);
    const std::string id = std::to_string(j);
    const SymbolicColumn column = make_column(tree, kinematics, j, definitions);
    const SymbolicVector linear =
        definitions.name("P" + id, mass[first] * column.v + column.w.cross(moment[first]));
    const SymbolicVector angular =
        definitions.name("L" + id, moment[first].cross(column.v) + inertia[first] * column.w);
    const SymbolicVector inertial = kinematics.T0 * linear;
    for (int i = 0; i < shifts; ++i) set(i, j, inertial[i]);
    for (int i = shifts; i < size; ++i) {
      if (!moves(tree, i, first)) continue;
      const SymbolicColumn other = make_column(tree, kinematics, i, definitions);
      set(i, j, other.v.dot(linear) + other.w.dot(angular));
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
        body.centre.cross(own_force) + inertia * body.w_rate + body.w.cross(spin);
    force[k] = definitions.name("FC" + id, force[k] + own_force);
    moment[k] = definitions.name("NC" + id, moment[k] + own_moment);
    if (k == 0) continue;
    const int parent = tree.joint(k).parent;
    force[parent] += force[k];
    moment[parent] += moment[k];
  }
  const SymbolicVector whole = kinematics.T0 * force[0];
  std::vector<GiNaC::ex> terms;
  for (int i = 0; i < tree.base_shifts(); ++i) terms.push_back(whole[i]);
  for (int i = tree.base_shifts(); i < tree.size(); ++i) {
    const int first = first_body_of(tree, i);
    const SymbolicColumn column = make_column(tree, kinematics, i, definitions);
    terms.push_back(column.v.dot(force[first]) + column.w.dot(moment[first]));
  }
  return terms;
}

SymbolicRows make_force_matrix(const SymbolicTree& tree, const SymbolicKinematics& kinematics) {
  SymbolicRows j_q = SymbolicRows::Identity(tree.size(), tree.size());
  const int shifts = tree.base_shifts();
  j_q.topLeftCorner(shifts, shifts) = kinematics.T0.topLeftCorner(shifts, shifts);
  if (tree.base_kind == BaseKind::kPlanar) return j_q;  // its turn is the moment's own
  for (int i = 0; i < 3; ++i) j_q.block<1, 3>(shifts + i, shifts) = kinematics.turns[i].transpose();
  return j_q;
}

SymbolicTask make_task_jacobian(const SymbolicTree& tree, const SymbolicKinematics& kinematics, int end_point,
                                Definitions& definitions) {
  const SymbolicTree::End& end = tree.end_points[end_point];
  const SymbolicKinematics::Body& carrier = kinematics.body(end.body);
  const std::string id = fmt::format("E{}", end_point + 1);
  const SymbolicVector tip = definitions.name(
      "r" + id, carrier.origin + definitions.name("d" + id, carrier.rotation * end.position));
  const SymbolicVector tip_velocity = definitions.name("v" + id, point_velocity(kinematics, end.body, tip));

  SymbolicTask task{SymbolicRows(6, tree.size()), SymbolicRows(6, tree.size())};
  for (int i = 0; i < tree.base_shifts(); ++i) task.jacobian(i, i) = 1;
  for (int i = tree.base_shifts(); i < tree.size(); ++i) {
    if (!moves(tree, i, end.body)) continue;
    const int joint = first_body_of(tree, i);
    const std::string at = fmt::format("{}_{}", id, i);
    const SymbolicVector axis = make_column(tree, kinematics, i, definitions).w;
    if (joint > 0 && tree.joint(joint).kind == JointKind::kPrismatic) {
      const SymbolicVector& along = kinematics.body(joint).axis;
      const SymbolicVector& w = kinematics.body(joint).w;
      set_column(kinematics.T0, i, along, axis, task.jacobian);
      set_column(kinematics.T0, i, definitions.name("zr" + at, w.cross(along)), axis, task.rate);
      continue;
    }
    // Turns of the base have their centre in C_0, those of a joint in its link's origin.
    const SymbolicVector centre = joint > 0 ? kinematics.body(joint).origin : SymbolicVector{};
    const SymbolicVector centre_velocity = joint > 0 ? point_velocity(kinematics, joint, centre) : centre;
    const SymbolicVector axis_rate = joint > 0 ? kinematics.body(tree.joint(joint).parent).w.cross(axis)
                                               : kinematics.turn_rates[i - tree.base_shifts()];
    const SymbolicVector turned = definitions.name("zr" + at, axis_rate);
    const SymbolicVector arm = definitions.name("l" + at, tip - centre);
    const SymbolicVector arm_rate =
        definitions.name("lr" + at, tip_velocity - definitions.name("vo" + at, centre_velocity));
    const SymbolicVector column = definitions.name("x" + at, axis.cross(arm));
    const SymbolicVector column_rate = definitions.name("xr" + at, turned.cross(arm) + axis.cross(arm_rate));
    set_column(kinematics.T0, i, column, axis, task.jacobian);
    set_column(kinematics.T0, i, column_rate, turned, task.rate);
  }
  return task;
}

}  // namespace freefloat
