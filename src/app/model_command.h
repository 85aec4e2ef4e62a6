#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat model`: evaluates the planar model at given states, for people and for scripts.
/// @param exit_code Set when the command ran: 0, or 1 when the robot or any state could not be evaluated.
void add_model_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
