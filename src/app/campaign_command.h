#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat campaign`: many simulated captures with drawn starts and targets, and their statistics.
/// @param exit_code Set when the command ran: 0 when the wanted share was captured.
void add_campaign_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
