#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat run`: an experiment in the fixed-rate loop on the HAL that its testbed names.
/// @param exit_code Set when the command ran: 0 when every phase passed, 1 otherwise.
void add_run_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
