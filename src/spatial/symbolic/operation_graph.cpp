#include "spatial/symbolic/operation_graph.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace freefloat {

Operand OperationGraph::find_or_add(Operation operation) {
  auto key = std::tuple(operation.kind, operation.value, operation.index, operation.operands);
  const auto [found, added] = known_.try_emplace(std::move(key), size());
  if (added) operations_.push_back(std::move(operation));
  return {found->second, false};
}

Operand OperationGraph::constant(double value) {
  Operand result = find_or_add({OperationKind::kConstant, std::abs(value), 0, {}, {}, false});
  result.negative = value < 0.0;
  return result;
}

Operand OperationGraph::input(OperationKind kind, int index) {
  return find_or_add({kind, 0.0, index, {}, {}, false});
}

Operand OperationGraph::sum(std::vector<Operand> operands) {
  double constant_part = 0.0;
  std::erase_if(operands, [&](const Operand& operand) {
    const Operation& operation = (*this)[operand.node];
    if (operation.kind != OperationKind::kConstant) return false;
    constant_part += operand.negative ? -operation.value : operation.value;
    return true;
  });
  std::sort(operands.begin(), operands.end());
  for (std::size_t i = 0; i + 1 < operands.size();) {
    if (operands[i].node == operands[i + 1].node && operands[i].negative != operands[i + 1].negative) {
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i),
                     operands.begin() + static_cast<std::ptrdiff_t>(i) + 2);
      i = i > 0 ? i - 1 : 0;
    } else {
      ++i;
    }
  }
  if (constant_part != 0.0 || operands.empty()) operands.push_back(constant(constant_part));
  if (operands.size() == 1) return operands[0];
  std::sort(operands.begin(), operands.end());
  const bool negative = operands[0].negative;
  if (negative) {
    for (Operand& operand : operands) operand.negative = !operand.negative;
  }
  Operand result = find_or_add({OperationKind::kSum, 0.0, 0, std::move(operands), {}, false});
  result.negative = negative;
  return result;
}

Operand OperationGraph::product(std::vector<Operand> operands) {
  double constant_part = 1.0;
  bool negative = false;
  std::erase_if(operands, [&](const Operand& operand) {
    negative = negative != operand.negative;
    const Operation& operation = (*this)[operand.node];
    if (operation.kind != OperationKind::kConstant) return false;
    constant_part *= operation.value;
    return true;
  });
  for (Operand& operand : operands) operand.negative = false;
  if (constant_part == 0.0) return constant(0.0);
  if (constant_part != 1.0 || operands.empty()) operands.push_back(constant(constant_part));
  std::sort(operands.begin(), operands.end());
  Operand result = operands[0];
  if (operands.size() > 1)
    result = find_or_add({OperationKind::kProduct, 0.0, 0, std::move(operands), {}, false});
  result.negative = negative;
  return result;
}

void OperationGraph::set_name(const Operand& operand, const std::string& name) {
  Operation& operation = operations_[operand.node];
  const bool computed = operation.kind == OperationKind::kSum || operation.kind == OperationKind::kProduct;
  if (!computed || !operation.name.empty()) return;
  operation.name = name;
  operation.name_negative = operand.negative;
}

void OperationGraph::negate_name(int node) {
  bool& negative = operations_[node].name_negative;
  negative = !negative;
}

void OperationGraph::rewrite(int node, OperationKind kind, std::vector<Operand> operands) {
  // The old way of writing it stays known: whoever asks for it gets this node.
  Operation& operation = operations_[node];
  std::sort(operands.begin(), operands.end());
  operation.kind = kind;
  operation.operands = std::move(operands);
}

std::vector<int> count_uses(const OperationGraph& graph, const std::vector<Operand>& outputs) {
  std::vector<int> uses(graph.size(), 0);
  for (const Operand& output : outputs) ++uses[output.node];
  for (const int node : order_operations(graph, outputs)) {
    for (const Operand& operand : graph[node].operands) ++uses[operand.node];
  }
  return uses;
}

std::vector<int> order_operations(const OperationGraph& graph, const std::vector<Operand>& outputs) {
  std::vector<int> order;
  std::vector<bool> known(graph.size(), false);
  std::vector<std::pair<int, std::size_t>> path;  // node, next operand
  for (const Operand& output : outputs) {
    if (known[output.node]) continue;
    known[output.node] = true;
    path.emplace_back(output.node, 0);
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == graph[node].operands.size()) {
        order.push_back(node);
        path.pop_back();
        continue;
      }
      const int operand = graph[node].operands[next++].node;
      if (known[operand]) continue;
      known[operand] = true;
      path.emplace_back(operand, 0);
    }
  }
  return order;
}

}  // namespace freefloat
