#pragma once

#include "app/command_line/command_line.h"

namespace freefloat {

/// @return What the parser knows of a command and of all that stand below it.
CommandDescription describe_command(const CLI::App& app);

}  // namespace freefloat
