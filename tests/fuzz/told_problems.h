#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "config/yaml/config_error.h"
#include "fuzz_input.h"

namespace freefloat {

/// What people are told of a file that is refused: at least one problem, each on a line that can be printed.
inline void check_told(const ConfigError& error) {
  require(!error.problems().empty(), "who refuses says why");
  for (const ConfigProblem& problem : error.problems()) {
    require(!problem.file.empty() && !problem.problem.empty(), "a problem has a file and words");
    const std::string line = format_problem(problem);
    require(std::none_of(line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }),
            "a problem stands on one line that a terminal can print");
  }
}

/// @return What was read; nothing where it was refused, and then the words were looked at.
template <class Read>
auto read_or_refuse(const Read& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const ConfigError& error) {
    check_told(error);
    return std::nullopt;
  }
}

}  // namespace freefloat
