#include "config/fields/simple_value.h"

#include <algorithm>
#include <filesystem>

#include "config/fields/key_check.h"

namespace freefloat {

void read_flag(const ConfigNode& node, bool& value, Problems& problems) {
  const bool plain = node.kind == NodeKind::kScalar && !node.quoted;
  if (plain && (node.text == "true" || node.text == "false")) {
    value = node.text == "true";
    return;
  }
  problems.add_at(node, node.kind == NodeKind::kEmpty ? "has no value" : "is not true or false",
                  "true or false");
}

void read_text(const ConfigNode& node, std::string& value, Problems& problems) {
  if (node.kind == NodeKind::kScalar && !node.text.empty()) {
    value = node.text;
    return;
  }
  problems.add_at(node, node.kind == NodeKind::kEmpty ? "has no value" : "is not text", "text, not empty");
}

void read_path(const ConfigNode& node, std::string& value, Problems& problems) {
  std::string written;
  read_text(node, written, problems);
  if (written.empty()) return;
  const std::string& file = node.replaces_in ? *node.replaces_in : *node.file;
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  value = (folder / written).lexically_normal().string();
}

std::optional<std::size_t> read_word(const ConfigNode& node, const std::vector<std::string>& words,
                                     Problems& problems) {
  const std::string* nearest = nullptr;
  if (node.kind == NodeKind::kScalar) {
    const auto found = std::find(words.begin(), words.end(), node.text);
    if (found != words.end()) return found - words.begin();
    nearest = find_nearest(node.text, words, 2);
  }
  problems.add_at(node, node.kind == NodeKind::kEmpty ? "has no value" : "is not one of the allowed words",
                  list_words(words), nearest == nullptr ? "" : "did you mean " + *nearest + '?');
  return std::nullopt;
}

bool check_list(const ConfigNode& node, std::size_t least, std::size_t most, Problems& problems) {
  if (node.kind == NodeKind::kList && node.items.size() >= least && node.items.size() <= most) {
    return true;
  }
  std::string what = "is not a list";
  if (node.kind == NodeKind::kEmpty) {
    what = "has no value";
  } else if (node.kind == NodeKind::kList) {
    what = "is a list of " + std::to_string(node.items.size());
  }
  problems.add_at(node, what,
                  "a list of " + std::to_string(least) + " to " + std::to_string(most) + " entries");
  return false;
}

std::string list_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
}

}  // namespace freefloat
