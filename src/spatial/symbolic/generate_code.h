#pragma once

#include <string>
#include <vector>

#include "spatial/symbolic/generated_quantity.h"
#include "spatial/symbolic/operation_count.h"
#include "spatial/tree/attitude.h"

namespace freefloat {

struct GenerateOptions {
  std::vector<std::string> symbolic_parameters;  ///< classes and names: see choose_parameters
  bool keep_zeros = false;                       ///< zeros of the model stay zeros
  bool c_language = false;                       ///< C11 instead of C++17
  bool header = false;                           ///< inline functions to be included, instead of linked ones
  EulerSequence sequence = EulerSequence::kZyx;  ///< of a free base
  std::vector<std::string> end_points;           ///< empty: all
  std::vector<GeneratedQuantity> quantities;     ///< empty: all
  std::string code_namespace;                    ///< or prefix of all names in C; empty: the model's name
  std::string model_file;                        ///< said in the file, without folders
};

/// Number of operations of one generated function.
struct GeneratedCounts {
  std::string function;
  OperationCount written_out;  ///< every entry as one formula
  OperationCount with_names;   ///< rotations, mass centres, velocities and so on computed once
  OperationCount after;        ///< in the generated code, common subexpressions eliminated
};

struct GeneratedCode {
  std::string source;
  std::vector<std::string> parameters;  ///< names of the symbolic ones, as in the source
  std::vector<GeneratedCounts> functions;
};

/// Derives the explicit dynamics of Moosavian & Papadopoulos 2004, Eqs. (15)-(21), and the task Jacobians of
/// Sec. 6 by computer algebra, and writes them as source text.
/// @param tree Without problems, links sorted; base free or planar, no gravity.
/// @throws std::invalid_argument for another base, gravity, an unknown parameter or end point.
GeneratedCode generate_code(const TreeParameters& tree, const GenerateOptions& options);

}  // namespace freefloat
