#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat replay`: re-runs the controller on a run's log.
/// @param exit_code Set when the command ran: with --verify 0 only when every bit is the same.
void add_replay_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
