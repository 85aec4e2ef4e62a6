#pragma once

#include <string>

#include "config/yaml/config_error.h"
#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// @return Whether the file's name ends in `.urdf`.
bool is_urdf(const std::string& path);

/// @return Whether the file is for load_tree rather than load_robot: URDF, or YAML with the key `base`.
bool is_tree_file(const std::string& path);

/// Reads a spatial model: YAML as in configs/models, or URDF by its ending `.urdf`.
///
/// Of URDF, links with mass, and revolute, continuous, prismatic and fixed joints are read. What a fixed
/// joint carries becomes part of its parent, and a link without mass at its end an end point. Joints are
/// counted in the order in which the links that they carry stand in the file. The base is
/// free, or fixed when the root link is called `world`; gravity is zero: set both afterwards where it
/// matters. Shapes are not read.
/// @throws ConfigError with all problems.
TreeParameters load_tree(const std::string& path);

}  // namespace freefloat
