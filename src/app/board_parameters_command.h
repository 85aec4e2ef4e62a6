#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Subcommand `board-parameters`: the C file with which a servo board is built for a testbed.
void add_board_parameters_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
