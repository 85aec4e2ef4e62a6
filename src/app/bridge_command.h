#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// `freefloat bridge`: carries frames between a network and a serial port.
void add_bridge_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
