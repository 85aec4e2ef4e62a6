#pragma once

#include <string>
#include <vector>

namespace freefloat {

/// @param path A configuration file.
/// @param settings `key=value` each, as for `--set`.
/// @param comment Lines for the head, without `#`; may be empty.
/// @return The file's document with these values: the comments at its head stay, others do not.
/// @throws ConfigError when it cannot be read, or a setting leads nowhere.
std::string change_config_file(const std::string& path, const std::vector<std::string>& settings,
                               const std::string& comment);

}  // namespace freefloat
