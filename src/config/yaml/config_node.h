#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/yaml/config_error.h"

namespace freefloat {

enum class NodeKind : std::uint8_t { kEmpty, kScalar, kList, kMap };

/// One value of a configuration file. It remembers where it was written, so that values of several files can
/// be merged and an error still names the right file and line.
struct ConfigNode {
  NodeKind kind = NodeKind::kEmpty;
  std::string text;               ///< scalar: as written, without quotes
  bool quoted = false;            ///< scalar: written in quotes, so it is text
  std::vector<std::string> keys;  ///< map: the name of each of `items`; list: empty
  std::vector<ConfigNode> items;  ///< map, list: the values in the order of the file
  std::shared_ptr<const std::string> file;
  std::shared_ptr<const std::string>
      replaces_in;        ///< of a setting whose paths start where those of this file do
  int line = 0;           ///< counted from 1; of the key where there is one
  std::size_t begin = 0;  ///< where the value itself stands in the file's text; of a block map: its first key
  std::string path;       ///< `links[0].mass_kg`; empty for the whole document

  /// @return The value of `key`, or null when this is no map or has no such key.
  const ConfigNode* find(std::string_view key) const;
  ConfigNode* find(std::string_view key);

  /// @return The value that these keys, each of a map in the one before, lead to; or the last one on the way
  /// that is there.
  const ConfigNode& nearest(std::initializer_list<std::string_view> way) const;
};

/// @return `path.key`, or `key` when the path is empty.
std::string join_path(const std::string& path, std::string_view key);

/// @return A short text of what the node holds, for messages.
std::string shown_value(const ConfigNode& node);

/// Collects what is wrong; nothing is thrown before everything was looked at.
class Problems {
 public:
  void add(ConfigProblem problem) { problems_.push_back(std::move(problem)); }

  /// Adds a problem at the place of `node`, with its value.
  void add_at(const ConfigNode& node, std::string problem, std::string allowed = {}, std::string remedy = {});

  /// Adds a problem of a key of `map` that has no place of its own, or, without a key, of the map as a whole.
  void add_of(const ConfigNode& map, std::string_view key, std::string problem, std::string allowed = {},
              std::string remedy = {});

  void add_missing(const ConfigNode& map, std::string_view key, std::string allowed,
                   std::string remedy = "add it") {
    add_of(map, key, "missing", std::move(allowed), std::move(remedy));
  }

  /// Adds a problem of a whole file.
  void add_of_file(const std::string& file, std::string problem, std::string allowed = {},
                   std::string remedy = {}) {
    add({file, 0, {}, {}, std::move(problem), std::move(allowed), std::move(remedy)});
  }

  std::size_t count() const { return problems_.size(); }

  /// @throws ConfigError with all problems, sorted by file and line, when there are any.
  void throw_if_any();

 private:
  std::vector<ConfigProblem> problems_;
};

}  // namespace freefloat
