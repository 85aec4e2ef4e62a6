#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "config/yaml/config_node.h"

namespace freefloat {

// Values that are not numbers. Each adds a problem and leaves the output as it was when the node is not as
// wanted.

/// Exactly `true` or `false`: of YAML's `yes`, `on`, `y` nobody knows which reader takes them as what.
void read_flag(const ConfigNode& node, bool& value, Problems& problems);

/// Text that is not empty.
void read_text(const ConfigNode& node, std::string& value, Problems& problems);

/// A path, resolved from the folder of the file that the node stands in, or replaces a value of.
void read_path(const ConfigNode& node, std::string& value, Problems& problems);

/// @return The index of the word in `words`.
std::optional<std::size_t> read_word(const ConfigNode& node, const std::vector<std::string>& words,
                                     Problems& problems);

/// @return Whether the node is a list of `least` to `most` items.
bool check_list(const ConfigNode& node, std::size_t least, std::size_t most, Problems& problems);

/// @return `a, b or c`.
std::string list_words(const std::vector<std::string>& words);

}  // namespace freefloat
