#pragma once

#include <string>
#include <string_view>

#include "app/command_line/command_line.h"

namespace freefloat {

/// The manual page of section 1, as troff reads it: all commands with their options and examples, from the
/// same declarations as --help.
/// @param program The whole program.
/// @param version Such as "freefloat 0.1.0".
std::string manual_page(const CommandDescription& program, std::string_view version);

/// What makes a shell complete commands, options and the values of options with a fixed choice; all else are
/// files. From the same declarations as --help.
std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);

}  // namespace freefloat
