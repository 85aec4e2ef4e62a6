#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Subcommand `plant`: the simulated robot of hardware in the loop in a process of its own.
void add_plant_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
