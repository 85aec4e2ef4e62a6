#include "config/yaml/config_override.h"

#include <charconv>
#include <filesystem>

#include "config/yaml/parse_yaml.h"

namespace freefloat {

namespace {

constexpr const char* kCommandLine = "--set";

void set_place(ConfigNode& node, const std::shared_ptr<const std::string>& file, const std::string& path) {
  node.file = file;
  node.line = 0;
  node.path = path;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    set_place(
        node.items[i], file,
        node.kind == NodeKind::kMap ? join_path(path, node.keys[i]) : path + '[' + std::to_string(i) + ']');
  }
}

}  // namespace

std::vector<PathStep> path_steps(std::string_view path) {
  std::vector<PathStep> steps;
  while (!path.empty()) {
    if (path.front() == '[') {
      const std::size_t close = path.find(']');
      PathStep step{{}, 0, true};
      if (close == std::string_view::npos || close < 2 ||
          std::from_chars(path.data() + 1, path.data() + close, step.index).ptr != path.data() + close) {
        return {};
      }
      steps.push_back(step);
      path.remove_prefix(close + 1);
    } else {
      const std::size_t end = std::min(path.find_first_of(".["), path.size());
      if (end == 0) return {};
      steps.push_back({std::string(path.substr(0, end)), 0, false});
      path.remove_prefix(end);
    }
    if (path.starts_with('.')) {
      path.remove_prefix(1);
      if (path.empty()) return {};
    }
  }
  return steps;
}

Override parse_override(const std::string& text, Problems& problems) {
  Override result;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || path_steps(std::string_view(text).substr(0, equals)).empty()) {
    problems.add(
        {kCommandLine, 0, {}, text, "is not key=value", {}, "for example guidance.position_gain_per_s=4"});
    return result;
  }
  result.path = text.substr(0, equals);
  const std::size_t before = problems.count();
  ConfigNode value = parse_yaml(text.substr(equals + 1), kCommandLine, problems);
  if (problems.count() == before) {
    result.value = std::move(value);
    set_place(result.value, std::make_shared<const std::string>(kCommandLine), result.path);
  }
  return result;
}

void apply_override(const Override& override_, ConfigNode& document, Problems& problems) {
  const std::vector<PathStep> steps = path_steps(override_.path);
  if (steps.empty()) {
    problems.add_at(override_.value, "is behind a key that leads nowhere: " + override_.path, {},
                    "for example links[0].mass_kg");
    return;
  }
  ConfigNode* node = &document;
  for (const PathStep& step : steps) {
    const auto refuse = [&](const std::string& why) {
      const ConfigNode& value = override_.value;
      problems.add({value.file ? *value.file : kCommandLine,
                    value.line,
                    override_.path,
                    shown_value(value),
                    why,
                    {},
                    {}});
    };
    if (step.is_index) {
      if (node->kind != NodeKind::kList || step.index >= node->items.size()) {
        refuse(node->kind == NodeKind::kList
                   ? "the list " + node->path + " has only " + std::to_string(node->items.size()) + " entries"
                   : (node->path.empty() ? "the document" : node->path) + " is not a list");
        return;
      }
      node = &node->items[step.index];
      continue;
    }
    if (node->kind != NodeKind::kMap) {
      refuse(node->path + " is not a map");
      return;
    }
    ConfigNode* next = node->find(step.key);
    if (next == nullptr) {
      ConfigNode made;
      made.kind = NodeKind::kMap;
      made.file = override_.value.file;
      made.path = join_path(node->path, step.key);
      node->keys.push_back(step.key);
      node->items.push_back(std::move(made));
      next = &node->items.back();
    }
    node = next;
  }
  *node = override_.value;
}

void place_paths(ConfigNode& value, const std::shared_ptr<const std::string>& document,
                 const std::function<bool(const std::string& path)>& is_there) {
  const bool may_be_path = value.kind == NodeKind::kScalar && !value.text.empty();
  if (may_be_path && !is_there(std::filesystem::path(value.text).lexically_normal().string())) {
    value.replaces_in = document;
  }
  for (ConfigNode& item : value.items) place_paths(item, document, is_there);
}

void merge_into(ConfigNode& base, const ConfigNode& changes) {
  if (base.kind != NodeKind::kMap || changes.kind != NodeKind::kMap) {
    base = changes;
    return;
  }
  for (std::size_t i = 0; i < changes.keys.size(); ++i) {
    if (ConfigNode* old = base.find(changes.keys[i])) {
      merge_into(*old, changes.items[i]);
    } else {
      base.keys.push_back(changes.keys[i]);
      base.items.push_back(changes.items[i]);
    }
  }
}

}  // namespace freefloat
