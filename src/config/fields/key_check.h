#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/fields/bound_key.h"

namespace freefloat {

/// Compares the keys of a map with those that are known. An unknown key gets the nearest known one as remedy,
/// or, when only its unit differs, the value in the right unit; a needed key that is missing is a problem of
/// the map. A list whose heading was forgotten, so that its entries stand in the list before, is one problem.
/// @return false when the node is no map at all, or its lists are run together.
bool check_keys(const ConfigNode& node, std::span<const BoundKey> known, Problems& problems);

/// @param most Letters that may be inserted, removed, replaced or swapped with their neighbours.
/// @return The word that takes the fewest such changes; null when all take more.
const std::string* find_nearest(std::string_view word, const std::vector<std::string>& words,
                                std::size_t most);

}  // namespace freefloat
