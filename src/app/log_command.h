#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat log`: info, recover, export and diff of run logs.
/// @param exit_code Set when the command ran: 0 when all went well, 1 otherwise; `diff` and `info` answer 1
/// also when logs differ or one is damaged.
void add_log_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
