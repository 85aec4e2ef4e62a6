#pragma once

#include <string>

#include "config/yaml/config_node.h"
#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// Reads a URDF document. What it may hold and what becomes of it: load_tree.h. Everything else that would
/// change the motion is a problem at its place: floating, planar and mimic joints, damping and friction,
/// links that two joints carry, links that hang on nothing, and all that check_tree finds.
/// @param text The file's content.
/// @param file Its name, for messages.
TreeParameters read_urdf(const std::string& text, const std::string& file, Problems& problems);

}  // namespace freefloat
