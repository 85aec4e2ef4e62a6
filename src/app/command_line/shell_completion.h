#pragma once

#include <string>

#include "app/command_line/command_line.h"

namespace freefloat {

/// What makes a shell complete commands, options and the values of options with a fixed choice; all else are
/// files. From the same declarations as --help.
std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);

}  // namespace freefloat
