#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat generate`: writes the explicit dynamics of a robot as C++ or C.
/// @param exit_code Set when the command ran: 0 on success, 1 otherwise.
void add_generate_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
