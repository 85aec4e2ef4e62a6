#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// `freefloat study NAME`: a published system re-computed beside its paper's numbers.
void add_study_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
