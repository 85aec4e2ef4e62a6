#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/fields/field.h"
#include "config/yaml/config_node.h"
#include "config/yaml/parse_yaml.h"

namespace freefloat {

/// @return The path behind `key` of a document; empty when there is none. What is wrong with the value itself
/// is found when the document's fields are read.
std::string path_behind(const ConfigNode& document, const char* key);

/// Reads files one after the other, and keeps their text and everything that is wrong with them.
struct Loader {
  Problems problems;
  std::vector<ConfigSource> sources;
  ConfigTexts texts = read_config_file;

  /// @param referrer The value that names the file; null: the user named it.
  /// @return The document, whose text is kept; an empty node when it could not be read, and then a problem
  /// was added.
  ConfigNode open(const std::string& path, const ConfigNode* referrer);

  /// Opens the file that `key` of a document names; an empty node when it names none.
  ConfigNode open_named(const ConfigNode& document, const char* key);

  /// Reads the fields of a document and, when each is good for itself, what `check` has to say of them
  /// together.
  /// @return Nothing when there was a problem, or the document is empty.
  template <typename T, typename Check>
  std::optional<T> read(const ConfigNode& node, const Fields<T>& fields, Check check) {
    if (node.kind == NodeKind::kEmpty) {
      return std::nullopt;
    }
    T value{};
    const std::size_t before = problems.count();
    read_fields(node, fields, value, problems);
    if (problems.count() == before) {
      check(value, node, problems);
    }
    return problems.count() == before ? std::optional<T>(std::move(value)) : std::nullopt;
  }
};

}  // namespace freefloat
