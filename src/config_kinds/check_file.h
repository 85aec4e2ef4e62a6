#pragma once

#include <string>

#include "config/yaml/config_error.h"

namespace freefloat {

/// Reads any configuration file, whose kind is recognised by its keys, with all files that it names.
/// @return What it is: `robot`, `model` (a spatial tree, also as URDF), `simulation`, `table`, `camera`,
/// `calibration`, `testbed`, `experiment` or `campaign`.
/// @throws ConfigError with all problems.
std::string check_file(const std::string& path);

/// @return Which of these a file is, by its keys alone, sound or not; empty: none of them, or it cannot be
/// read as YAML.
std::string kind_of_file(const std::string& path);

}  // namespace freefloat
