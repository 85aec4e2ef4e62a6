#pragma once

#include "spatial/symbolic/operation_graph.h"

namespace freefloat {

/// Arithmetic that a function needs. Subtractions and sign changes count as additions.
struct OperationCount {
  double additions = 0.0;
  double multiplications = 0.0;
  double sines = 0.0;  ///< and cosines

  double total() const { return additions + multiplications + sines; }
  OperationCount& operator+=(const OperationCount& other);
};

/// @return Of the outputs, each operation of the graph once.
OperationCount count_operations(const OperationGraph& graph, const std::vector<Operand>& outputs);

}  // namespace freefloat
