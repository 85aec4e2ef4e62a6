#pragma once

#include "spatial/symbolic/definitions.h"
#include "spatial/symbolic/operation_count.h"

namespace freefloat {

/// Counts without any sharing but by names. Written out, a large robot has more operations than an integer
/// holds.
class ExpressionCount {
 public:
  explicit ExpressionCount(const Definitions& definitions) : definitions_(definitions) {}

  /// @return As if every name were replaced by what it stands for, wherever it occurs.
  OperationCount written_out(const std::vector<GiNaC::ex>& outputs);

  /// @return With every name that the outputs need computed once.
  OperationCount with_names(const std::vector<GiNaC::ex>& outputs) const;

 private:
  OperationCount count(const GiNaC::ex& value, bool inside_names);

  const Definitions& definitions_;
  std::map<int, OperationCount> known_;
};

}  // namespace freefloat
