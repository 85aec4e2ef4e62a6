#include "spatial/symbolic/symbolic_tree.h"

#include "spatial/symbolic/exact_number.h"
#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

auto exact(const auto& matrix) {
  return matrix.unaryExpr([](double value) -> GiNaC::ex { return exact_number(value); });
}

auto exact_directions(const auto& matrix) {
  return matrix.unaryExpr([](double value) -> GiNaC::ex { return exact_direction(value); });
}

SymbolicTree::Body exact_body(const TreeBody& from) {
  return {exact_number(from.mass), exact(from.mass_centre), exact(from.inertia)};
}

/// Puts a symbol in the place of one number.
void put(const TreeParameter& parameter, const GiNaC::symbol& symbol, SymbolicTree& tree) {
  const std::size_t index = parameter.body;
  const int i = parameter.component;
  switch (parameter.kind) {
    case ParameterClass::kMass:
      tree.bodies[index].mass = symbol;
      break;
    case ParameterClass::kMassCentre:
      tree.bodies[index].mass_centre[i] = symbol;
      break;
    case ParameterClass::kInertia: {
      const int row = i < 3 ? i : (i == 5 ? 1 : 0);
      const int column = i < 3 ? i : (i == 3 ? 1 : 2);
      tree.bodies[index].inertia(row, column) = symbol;
      tree.bodies[index].inertia(column, row) = symbol;
      break;
    }
    case ParameterClass::kJointPosition:
      tree.joints[index - 1].position[i] = symbol;
      break;
    case ParameterClass::kEndPoint:
      tree.end_points[index].position[i] = symbol;
      break;
  }
}

}  // namespace

SymbolicTree make_symbolic_tree(const TreeParameters& tree, EulerSequence sequence,
                                const std::vector<TreeParameter>& chosen) {
  SymbolicTree symbolic;
  symbolic.base_kind = tree.base_kind;
  symbolic.sequence = sequence;
  symbolic.outward = outward_order(tree);
  symbolic.bodies.push_back(exact_body(tree.base));
  for (const TreeLink& link : tree.links) {
    symbolic.bodies.push_back(exact_body(link.body));
    SymbolicTree::Joint joint;
    joint.kind = link.joint.kind;
    joint.parent = link.joint.parent;
    joint.position = exact(link.joint.position);
    joint.rotation = exact_directions(link.joint.rotation);
    joint.axis = exact_directions(link.joint.axis);
    symbolic.joints.push_back(joint);
  }
  for (const EndPoint& end : tree.end_points) symbolic.end_points.push_back({end.body, exact(end.position)});
  const int size = symbolic.base_freedoms() + symbolic.joint_count();
  for (int i = 0; i < size; ++i) {
    symbolic.q.emplace_back("q[" + std::to_string(i) + "]");
    symbolic.q_rate.emplace_back("q_rate[" + std::to_string(i) + "]");
  }
  for (const TreeParameter& parameter : chosen) {
    symbolic.parameters.emplace_back(parameter.identifier);
    put(parameter, symbolic.parameters.back(), symbolic);
  }
  return symbolic;
}

}  // namespace freefloat
