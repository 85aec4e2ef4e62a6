#include "config/yaml/edit_yaml.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "config/yaml/parse_yaml.h"

namespace freefloat {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// `a.b[2].c` -> `a.b[2]` and `c`.
std::pair<std::string_view, std::string_view> split_last(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return {{}, path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

const ConfigNode* find_node(const ConfigNode& document, std::string_view path) {
  const ConfigNode* node = &document;
  while (node != nullptr && !path.empty()) {
    if (path.front() == '[') {
      std::size_t index = 0;
      const std::size_t close = std::min(path.find(']'), path.size() - 1);
      std::from_chars(path.data() + 1, path.data() + close, index);
      node = node->kind == NodeKind::kList && index < node->items.size() ? &node->items[index] : nullptr;
      path.remove_prefix(close + 1);
    } else {
      const std::size_t end = std::min(path.find_first_of(".["), path.size());
      node = node->find(path.substr(0, end));
      path.remove_prefix(end);
    }
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return node;
}

/// Where the key's value begins and ends in its line; end beyond: the line's end without the comment.
struct Span {
  std::size_t begin = std::string::npos;
  std::size_t end = 0;
  bool last = true;  ///< nothing but a comment follows
};

Span find_value(const std::string& line, std::string_view key) {
  Span span;
  for (std::size_t at = line.find(key); at != std::string::npos; at = line.find(key, at + 1)) {
    const bool starts = at == 0 || line[at - 1] == ' ' || line[at - 1] == '{' || line[at - 1] == ',';
    std::size_t after = at + key.size();
    if (!starts || after >= line.size() || line[after] != ':') continue;
    after = line.find_first_not_of(' ', after + 1);
    if (after == std::string::npos) return span;  // the value stands below
    span.begin = after;
    break;
  }
  if (span.begin == std::string::npos) return span;
  int depth = 0;
  std::size_t end = span.begin;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && --depth < 0) break;
    if (c == ',' && depth == 0) break;
    if (c == '#' && end > 0 && line[end - 1] == ' ') break;
  }
  span.last = end >= line.size() || line[end] == '#';
  while (end > span.begin && line[end - 1] == ' ') --end;
  span.end = end;
  return span;
}

std::string with_comment(std::string line, const std::string& comment) {
  if (comment.empty()) return line;
  const std::size_t at = line.find(" #");
  if (at == std::string::npos) return line + "  # " + comment;
  // What somebody wrote there stays; what was written here before is replaced.
  const std::string word = comment.substr(0, comment.find(' '));
  const std::size_t ours = line.find(word, at);
  if (ours == std::string::npos) return line + "; " + comment;
  line.resize(ours);
  return line + comment;
}

tl::expected<std::string, std::string> by_hand(std::string_view path, const std::string& value) {
  return tl::make_unexpected(
      "cannot be edited there without changing more; write it by hand: " + std::string(path) + ": " + value);
}

}  // namespace

tl::expected<std::string, std::string> edit_yaml(const std::string& text, std::string_view path,
                                                 const std::string& value, const std::string& comment) {
  Problems problems;
  const ConfigNode document = parse_yaml(text, "file", problems);
  if (problems.count() > 0) return tl::make_unexpected("is not sound YAML; `freefloat check` says where");
  std::vector<std::string> lines = lines_of(text);
  const auto [parent_path, key] = split_last(path);
  const ConfigNode* parent = find_node(document, parent_path);
  if (parent == nullptr || parent->kind != NodeKind::kMap || parent->items.empty())
    return by_hand(path, value);
  if (const ConfigNode* node = parent->find(key)) {
    if (node->line < 1 || static_cast<std::size_t>(node->line) > lines.size()) return by_hand(path, value);
    std::string& line = lines[static_cast<std::size_t>(node->line - 1)];
    const Span span = find_value(line, key);
    if (span.begin == std::string::npos) return by_hand(path, value);
    line.replace(span.begin, span.end - span.begin, value);
    if (span.last) line = with_comment(line, comment);
    return joined(lines);
  }
  // A new key goes before the first of its map, as far in as that.
  const int first = parent->items.front().line;
  if (first < 1 || static_cast<std::size_t>(first) > lines.size()) return by_hand(path, value);
  const std::string& neighbour = lines[static_cast<std::size_t>(first - 1)];
  const std::size_t indent = neighbour.find_first_not_of(' ');
  if (neighbour.compare(indent, parent->keys.front().size() + 1, parent->keys.front() + ":") != 0)
    return by_hand(path, value);
  const std::string line = std::string(indent, ' ') + std::string(key) + ": " + value;
  lines.insert(lines.begin() + (first - 1), with_comment(line, comment));
  return joined(lines);
}

std::string show_changed_lines(const std::string& before, const std::string& after) {
  const std::vector<std::string> a = lines_of(before);
  const std::vector<std::string> b = lines_of(after);
  std::string shown;
  std::size_t i = 0;
  for (std::size_t j = 0; j < b.size(); ++j) {
    if (i < a.size() && a[i] == b[j]) {
      ++i;
      continue;
    }
    // Changed in place where the line after it is as before; otherwise it is new.
    const bool in_place = i < a.size() && (a.size() - i == b.size() - j);
    if (in_place) shown += "- " + a[i++] + "\n";
    shown += "+ " + b[j] + "\n";
  }
  return shown;
}

}  // namespace freefloat
