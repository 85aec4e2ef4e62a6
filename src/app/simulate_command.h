#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat simulate`.
void add_simulate_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
