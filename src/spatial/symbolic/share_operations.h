#pragma once

#include "spatial/symbolic/operation_graph.h"

namespace freefloat {

/// Takes common factors out of the sums that the outputs need: a b + a c becomes a (b + c). Products that are
/// used elsewhere too stay as they are.
void factor_sums(OperationGraph& graph, const std::vector<Operand>& outputs);

/// Finds what sums, or products, have in common: the pair of operands that most of them share becomes an
/// operation of its own, again and again, until no pair is shared.
void share_pairs(OperationGraph& graph, const std::vector<Operand>& outputs);

/// Chooses for each operation whether it or its negative is computed, so that few signs have to be changed:
/// outputs and named quantities get theirs where that costs nothing. The last step: afterwards neither the
/// first operand of a sum nor the numbers in a product are always positive.
void settle_signs(OperationGraph& graph, std::vector<Operand>& outputs);

}  // namespace freefloat
