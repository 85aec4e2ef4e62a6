#pragma once

#include "spatial/symbolic/operation_graph.h"

namespace freefloat {

/// Chooses for each operation whether it or its negative is computed, so that few signs have to be changed:
/// outputs and named quantities get theirs where that costs nothing. The last step: afterwards neither the
/// first operand of a sum nor the numbers in a product are always positive.
void settle_signs(OperationGraph& graph, std::vector<Operand>& outputs);

}  // namespace freefloat
