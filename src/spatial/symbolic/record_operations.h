#pragma once

#include <unordered_map>

#include "spatial/symbolic/definitions.h"
#include "spatial/symbolic/operation_graph.h"
#include "spatial/symbolic/symbolic_tree.h"

namespace freefloat {

/// Writes expressions as operations. The order of terms that GiNaC keeps changes from run to run; here it is
/// sorted, so that the same model always gives the same code.
class OperationRecorder {
 public:
  OperationRecorder(const SymbolicTree& tree, const Definitions& definitions, OperationGraph& graph);

  /// @param value Sums, products and whole powers of numbers, names, coordinates, parameters, sines, cosines.
  /// @throws std::invalid_argument for anything else.
  Operand record(const GiNaC::ex& value);

 private:
  Operand record_symbol(const GiNaC::ex& symbol);
  std::vector<Operand> record_parts(const GiNaC::ex& value);

  const Definitions& definitions_;
  OperationGraph& graph_;
  std::map<GiNaC::ex, Operand, GiNaC::ex_is_less> inputs_;
  std::unordered_map<int, Operand> named_;  ///< by index of the definition
};

/// @return The value as text, the same in every run.
std::string sorted_text(const GiNaC::ex& value);

}  // namespace freefloat
