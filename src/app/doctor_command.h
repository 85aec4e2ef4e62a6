#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat doctor`.
/// @param exit_code Set by the subcommand.
void add_doctor_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
