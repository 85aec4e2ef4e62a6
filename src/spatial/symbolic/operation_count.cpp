#include "spatial/symbolic/operation_count.h"

#include <algorithm>
#include <set>

namespace freefloat {

OperationCount& OperationCount::operator+=(const OperationCount& other) {
  additions += other.additions;
  multiplications += other.multiplications;
  sines += other.sines;
  return *this;
}

OperationCount count_operations(const OperationGraph& graph, const std::vector<Operand>& outputs) {
  OperationCount count;
  for (const int node : order_operations(graph, outputs)) {
    const Operation& operation = graph[node];
    const double joins = static_cast<double>(operation.operands.size()) - 1.0;
    if (operation.kind == OperationKind::kSum) {
      const bool all_negative = std::all_of(operation.operands.begin(), operation.operands.end(),
                                            [](const Operand& operand) { return operand.negative; });
      count.additions += joins + (all_negative ? 1.0 : 0.0);
    } else if (operation.kind == OperationKind::kProduct) {
      count.multiplications += joins;
    } else if (operation.kind == OperationKind::kSine || operation.kind == OperationKind::kCosine) {
      count.sines += 1.0;
    }
  }
  std::set<Operand> different(outputs.begin(), outputs.end());
  for (const Operand& output : different) {
    if (output.negative && graph[output.node].kind != OperationKind::kConstant) count.additions += 1.0;
  }
  return count;
}

}  // namespace freefloat
