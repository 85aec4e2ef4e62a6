#pragma once

#include <string>
#include <vector>

#include "config/yaml/config_error.h"
#include "config/yaml/config_texts.h"

namespace freefloat {

/// Where a setting of an experiment stands, or is to stand.
struct SettingPlace {
  std::string file;
  std::string path;  ///< inside the file
};

/// Finds the file of a setting of the testbed, robot, table or camera: the one whose value counts. That is
/// the experiment's, where its `settings` have one; else the testbed's, which may be based on another, or the
/// file that it names.
/// @param experiment File.
/// @param overrides `key=value` each; only `testbed` matters.
/// @param key `vision.threshold`, `camera.exposure_ms`.
/// @param texts Where the files come from.
/// @throws ConfigError when one of the files on the way cannot be read.
SettingPlace find_setting(const std::string& experiment, const std::vector<std::string>& overrides,
                          const std::string& key, const ConfigTexts& texts = read_config_file);

}  // namespace freefloat
