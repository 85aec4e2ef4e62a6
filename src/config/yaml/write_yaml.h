#pragma once

#include <string>

#include "config/yaml/config_node.h"

namespace freefloat {

/// @return A YAML document that parse_yaml reads as the same values.
std::string write_yaml(const ConfigNode& document);

}  // namespace freefloat
