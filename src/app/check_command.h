#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat check`: validates configuration files without running anything.
/// @param exit_code Set when the command ran: 0 when every file is sound, 1 otherwise.
void add_check_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
