#pragma once

#include <string>
#include <vector>

namespace freefloat {

struct ProgramEnd {
  std::string output;  ///< errors as well
  int exit_code = -1;  ///< -1: it did not end by itself
};

/// Runs a program and waits for its end.
ProgramEnd run_program(const std::vector<std::string>& words);

/// @return What the program printed. Its errors go where this program's go.
/// @throws std::runtime_error unless its exit code is 0.
std::string ask_program(const std::vector<std::string>& words);

}  // namespace freefloat
