#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/yaml/config_node.h"

namespace freefloat {

/// One part of a path: a key, or an index into a list.
struct PathStep {
  std::string key;
  std::size_t index = 0;
  bool is_index = false;
};

/// @param path `phases[2].timeout_s`
/// @return Its parts; none where it leads nowhere.
std::vector<PathStep> path_steps(std::string_view path);

/// A setting given on the command line: `guidance.position_gain_per_s=4`.
struct Override {
  std::string path;  ///< `phases[2].timeout_s`
  ConfigNode value;  ///< with the place `--set`
};

/// @param text `key=value`, the value in YAML.
/// @return The override; its value is empty when the text was refused, and then a problem was added.
Override parse_override(const std::string& text, Problems& problems);

/// Puts the value where the path leads. Maps on the way are made when they are missing; entries of lists are
/// not. Whether the key exists and the value fits is found when the document is read.
void apply_override(const Override& override_, ConfigNode& document, Problems& problems);

/// Decides from where a path in a setting counts: the present folder, as shells do, when the file is there;
/// else the folder of the document whose value it replaces, as if it were written there.
/// @param is_there Whether a file can be opened.
void place_paths(ConfigNode& value, const std::shared_ptr<const std::string>& document,
                 const std::function<bool(const std::string& path)>& is_there);

/// Lays `changes` over `base`: maps are merged key by key, everything else is replaced.
void merge_into(ConfigNode& base, const ConfigNode& changes);

}  // namespace freefloat
