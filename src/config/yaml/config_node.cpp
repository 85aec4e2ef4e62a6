#include "config/yaml/config_node.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

namespace freefloat {

namespace {

constexpr std::size_t kLongestShownValue = 60;

}  // namespace

const ConfigNode* ConfigNode::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[found - keys.begin()];
}

ConfigNode* ConfigNode::find(std::string_view key) {
  return const_cast<ConfigNode*>(std::as_const(*this).find(key));
}

const ConfigNode& ConfigNode::nearest(std::initializer_list<std::string_view> way) const {
  const ConfigNode* at = this;
  for (const std::string_view key : way) {
    const ConfigNode* next = at->find(key);
    if (next == nullptr) break;
    at = next;
  }
  return *at;
}

std::string join_path(const std::string& path, std::string_view key) {
  return path + (path.empty() ? "" : ".") + std::string(key);
}

std::string shown_value(const ConfigNode& node) {
  std::string text;
  switch (node.kind) {
    case NodeKind::kEmpty:
      break;
    case NodeKind::kScalar:
      text = node.quoted ? '"' + node.text + '"' : node.text;
      break;
    case NodeKind::kList:
      text.push_back('[');
      for (const ConfigNode& item : node.items) {
        if (text.size() > kLongestShownValue) {
          break;
        }
        text.append(text.size() > 1 ? ", " : "").append(shown_value(item));
      }
      text.push_back(']');
      break;
    case NodeKind::kMap:
      text.assign("{...}");
      break;
  }
  if (text.size() > kLongestShownValue) {
    text.resize(kLongestShownValue);
    text.append("...");
  }
  return text;
}

void Problems::add_at(const ConfigNode& node, std::string problem, std::string allowed, std::string remedy) {
  problems_.push_back({node.file ? *node.file : std::string(), node.line, node.path, shown_value(node),
                       std::move(problem), std::move(allowed), std::move(remedy)});
}

void Problems::add_of(const ConfigNode& map, std::string_view key, std::string problem, std::string allowed,
                      std::string remedy) {
  problems_.push_back({map.file ? *map.file : std::string(),
                       map.line,
                       key.empty() ? map.path : join_path(map.path, key),
                       {},
                       std::move(problem),
                       std::move(allowed),
                       std::move(remedy)});
}

void Problems::throw_if_any() {
  if (problems_.empty()) {
    return;
  }
  std::stable_sort(problems_.begin(), problems_.end(), [](const ConfigProblem& a, const ConfigProblem& b) {
    return a.file != b.file ? a.file < b.file : a.line < b.line;
  });
  // What stands in a repeated phase is wrong once, however often it is done.
  std::set<std::tuple<std::string, int, std::string, std::string, std::string>> told;
  std::vector<ConfigProblem> different;
  for (ConfigProblem& problem : problems_) {
    if (told.emplace(problem.file, problem.line, problem.key, problem.value, problem.problem).second)
      different.push_back(std::move(problem));
  }
  throw ConfigError(std::move(different));
}

}  // namespace freefloat
