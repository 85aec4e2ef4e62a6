#pragma once

#include "spatial/symbolic/generated_function.h"

namespace freefloat {

enum class SourceLanguage : std::uint8_t { kCpp, kC };

/// All that a generated file says besides its functions.
struct SourceDescription {
  SourceLanguage language = SourceLanguage::kCpp;
  bool header = false;  ///< functions are inline, to be included; else they can be linked
  std::string model_name;
  std::string model_file;  ///< without folders
  std::string identifier;  ///< namespace, or prefix of all names in C
  std::string version;     ///< of the generator
  EulerSequence sequence = EulerSequence::kZyx;
  std::vector<TreeParameter> parameters;
  std::vector<std::string> base_lines;  ///< what the base's coordinates are, one line each
  std::vector<std::string> joint_lines;
};

/// @return A file that needs <math.h> only; C++17 and later, or C11 and later.
std::string write_source(const SourceDescription& description, int size,
                         const std::vector<GeneratedFunction>& functions);

}  // namespace freefloat
