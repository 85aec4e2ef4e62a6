#pragma once

#include "spatial/symbolic/generated_quantity.h"
#include "spatial/symbolic/operation_count.h"
#include "spatial/symbolic/operation_graph.h"
#include "spatial/symbolic/symbolic_dynamics.h"

namespace freefloat {

/// An array that a function fills.
struct GeneratedOutput {
  std::string name;  ///< of the argument: `H`
  int rows = 0;
  int columns = 0;  ///< 0: a vector
  bool symmetric = false;
  std::vector<Operand> entries;  ///< by row
};

/// One function, ready to be written.
struct GeneratedFunction {
  std::string name;         ///< `compute_H`
  std::string description;  ///< first sentence of its documentation
  bool needs_rates = false;
  OperationGraph graph;
  std::vector<GeneratedOutput> outputs;
  OperationCount written_out;
  OperationCount with_names;
  OperationCount after;  ///< elimination of common subexpressions
};

/// Derives the functions of the wanted quantities and shares what they have in common.
/// @param end_points Indices, for J_C and its rate.
/// @param names Of all end points of the tree, as parts of identifiers.
std::vector<GeneratedFunction> make_functions(const SymbolicTree& tree,
                                              const std::vector<GeneratedQuantity>& wanted,
                                              const std::vector<int>& end_points,
                                              const std::vector<std::string>& names);

}  // namespace freefloat
