#include "spatial/symbolic/settle_signs.h"

#include <algorithm>
#include <optional>

namespace freefloat {

namespace {

using Wishes = std::vector<std::optional<bool>>;  ///< by node: whether its negative is wanted

/// Outputs wish for their signs, then names; a product hands its wish on to a sum that only it uses.
Wishes collect_wishes(const OperationGraph& graph, const std::vector<Operand>& outputs,
                      const std::vector<int>& order) {
  const std::vector<int> uses = count_uses(graph, outputs);
  Wishes wishes(graph.size());
  for (const Operand& output : outputs) wishes[output.node] = output.negative;
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    const Operation& operation = graph[*node];
    std::optional<bool>& wish = wishes[*node];
    if (!wish && !operation.name.empty()) wish = operation.name_negative;
    if (operation.kind != OperationKind::kProduct || !wish.value_or(false)) continue;
    for (const Operand& factor : operation.operands) {
      const bool own = graph[factor.node].kind == OperationKind::kSum && graph[factor.node].name.empty() &&
                       uses[factor.node] == 1;
      if (!own) continue;
      wishes[factor.node] = true;
      break;
    }
  }
  return wishes;
}

/// @param operands Of a sum, signs as they are now. @return Whether the sum is negated.
bool settle_sum(bool negate, std::vector<Operand>& operands) {
  const auto is_negated = [&](const Operand& operand) { return operand.negative != negate; };
  if (std::all_of(operands.begin(), operands.end(), is_negated)) negate = !negate;
  for (Operand& operand : operands) operand.negative = operand.negative != negate;
  return negate;
}

/// @param operands Of a product; a number takes up a sign that is not wanted.
/// @return Whether the product is negated.
bool settle_product(const OperationGraph& graph, std::optional<bool> wish, std::vector<Operand>& operands) {
  bool negated = false;
  for (Operand& operand : operands) {
    negated = negated != operand.negative;
    operand.negative = false;
  }
  if (!wish || *wish == negated) return negated;
  for (Operand& operand : operands) {
    if (graph[operand.node].kind != OperationKind::kConstant) continue;
    operand.negative = true;
    return *wish;
  }
  return negated;
}

}  // namespace

void settle_signs(OperationGraph& graph, std::vector<Operand>& outputs) {
  const std::vector<int> order = order_operations(graph, outputs);
  const Wishes wishes = collect_wishes(graph, outputs, order);
  std::vector<bool> negated(graph.size(), false);
  for (const int node : order) {
    const OperationKind kind = graph[node].kind;
    if (kind != OperationKind::kSum && kind != OperationKind::kProduct) continue;
    std::vector<Operand> operands = graph[node].operands;
    for (Operand& operand : operands) {
      operand.negative = operand.negative != negated[operand.node];
    }
    negated[node] = kind == OperationKind::kSum ? settle_sum(wishes[node].value_or(false), operands)
                                                : settle_product(graph, wishes[node], operands);
    graph.rewrite(node, kind, operands);
    if (negated[node]) graph.negate_name(node);
  }
  for (Operand& output : outputs) {
    output.negative = output.negative != negated[output.node];
  }
}

}  // namespace freefloat
