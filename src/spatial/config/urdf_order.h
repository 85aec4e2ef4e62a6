#pragma once

#include <string>

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// Puts the links into the order in which they stand in a URDF document, which is also that of their joints:
/// the parser sorts them by name.
/// @param text The document that the tree was read from.
void keep_file_order(const std::string& text, TreeParameters& tree);

}  // namespace freefloat
