#include "config/yaml/change_yaml.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "config/yaml/config_override.h"
#include "config/yaml/parse_yaml.h"

namespace freefloat {

namespace {

bool is_same(const ConfigNode& a, const ConfigNode& b) {
  return a.kind == b.kind && a.text == b.text && a.quoted == b.quoted && a.keys == b.keys &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), is_same);
}

/// The same values; new ones may stand anywhere in their map.
ConfigNode in_order(ConfigNode node) {
  std::vector<std::size_t> order(node.keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return node.keys[a] < node.keys[b]; });
  ConfigNode sorted = node;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::size_t from = node.keys.empty() ? i : order[i];
    if (!node.keys.empty()) sorted.keys[i] = node.keys[from];
    sorted.items[i] = in_order(node.items[from]);
  }
  return sorted;
}

std::vector<std::string> keys_of(const std::string& path) {
  std::vector<std::string> keys(1);
  for (const char c : path) {
    if (c == '.') {
      keys.emplace_back();
    } else {
      keys.back() += c;
    }
  }
  return keys;
}

/// Where a line begins. @param line Counted from 1.
std::size_t begin_of_line(const std::string& text, int line) {
  std::size_t at = 0;
  for (int i = 1; i < line && at != std::string::npos; ++i) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  return at == std::string::npos ? text.size() : at;
}

std::size_t end_of_line(const std::string& text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// @return Behind `key:` at or after `from` in that line; nothing when it is not there.
std::optional<std::size_t> find_key(const std::string& text, std::size_t from, std::size_t end,
                                    const std::string& key) {
  for (std::size_t at = text.find(key, from); at != std::string::npos && at + key.size() < end;
       at = text.find(key, at + 1)) {
    std::size_t behind = at + key.size();
    if (at > 0 && is_of_word(text[at - 1])) continue;
    while (behind < end && text[behind] == ' ') ++behind;
    if (behind < end && text[behind] == ':') return behind + 1;
  }
  return std::nullopt;
}

/// Replaces the scalar that stands at `at`, perhaps behind spaces.
std::string with_scalar(const std::string& text, std::size_t at, const std::string& value) {
  const std::size_t line_end = end_of_line(text, at);
  while (at < line_end && text[at] == ' ') ++at;
  std::size_t end = at;
  if (at < line_end && (text[at] == '"' || text[at] == '\'')) {
    end = std::min(text.find(text[at], at + 1), line_end - 1) + 1;
  } else {
    while (end < line_end && text[end] != ',' && text[end] != '}' && text.compare(end, 2, " #") != 0) ++end;
    while (end > at && (text[end - 1] == ' ' || text[end - 1] == '\r')) --end;
  }
  const bool touches = text[at - 1] == ':';
  return text.substr(0, at) + (touches ? " " : "") + value + text.substr(end);
}

/// @return The lines of keys that are still missing, and the value under the last of them.
std::string made_lines(const std::vector<std::string>& keys, std::size_t first, std::size_t indent,
                       const std::string& value) {
  std::string lines;
  for (std::size_t i = first; i < keys.size(); ++i, indent += 2)
    lines += std::string(indent, ' ') + keys[i] + (i + 1 == keys.size() ? ": " + value : ":") + "\n";
  return lines;
}

/// The deepest map on the path that is there.
struct Found {
  const ConfigNode* node = nullptr;
  std::size_t depth = 0;  ///< keys of the path that lead there
};

Found find_deepest(const ConfigNode& document, const std::vector<std::string>& keys) {
  Found found{&document, 0};
  while (found.depth < keys.size()) {
    const ConfigNode* next = found.node->find(keys[found.depth]);
    if (next == nullptr) break;
    found = {next, found.depth + 1};
  }
  return found;
}

std::size_t indent_at(const std::string& text, std::size_t begin) {
  const std::size_t first = text.find_first_not_of(' ', begin);
  return first == std::string::npos ? 0 : first - begin;
}

/// A key under a map that is there and not the whole document.
std::string with_new_key(const std::string& text, const ConfigNode& map, const std::vector<std::string>& keys,
                         std::size_t depth, const std::string& value) {
  const std::size_t begin = begin_of_line(text, map.line), end = end_of_line(text, begin);
  const auto behind = find_key(text, begin, end, keys[depth - 1]);
  const std::size_t brace = behind ? text.find_first_not_of(' ', *behind) : std::string::npos;
  if (brace < end && text[brace] == '{') {
    const bool empty = text.find_first_not_of(' ', brace + 1) == text.find('}', brace);
    return text.substr(0, brace + 1) + keys[depth] + ": " + value + (empty ? "" : ", ") +
           text.substr(brace + 1);
  }
  const bool has_some = !map.items.empty();
  const std::size_t indent =
      has_some ? indent_at(text, begin_of_line(text, map.items.front().line)) : indent_at(text, begin) + 2;
  const std::size_t next = std::min(end + 1, text.size());
  const std::string line_end = end < text.size() ? "" : "\n";
  return text.substr(0, next) + line_end + made_lines(keys, depth, indent, value) + text.substr(next);
}

std::string edit(const std::string& text, const ConfigNode& document, const std::vector<std::string>& keys,
                 const std::string& value) {
  const Found found = find_deepest(document, keys);
  if (found.depth == keys.size()) {
    const std::size_t begin = begin_of_line(text, found.node->line);
    const auto behind = find_key(text, begin, end_of_line(text, begin), keys.back());
    return behind ? with_scalar(text, *behind, value) : text;
  }
  if (found.depth > 0) return with_new_key(text, *found.node, keys, found.depth, value);
  std::string longer = text;
  if (!longer.empty() && longer.back() != '\n') longer += '\n';
  return longer + made_lines(keys, 0, 0, value);
}

}  // namespace

tl::expected<std::string, std::string> change_yaml(const std::string& text, const std::string& file,
                                                   const std::string& path, const std::string& value) {
  Problems problems;
  const ConfigNode document = parse_yaml(text, file, problems);
  const Override change = parse_override(path + "=" + value, problems);
  ConfigNode wanted = document;
  if (problems.count() == 0) apply_override(change, wanted, problems);
  if (problems.count() > 0) {
    try {
      problems.throw_if_any();
    } catch (const ConfigError& error) {
      return tl::make_unexpected(std::string(error.what()));
    }
  }
  const std::vector<std::string> keys = keys_of(path);
  std::string changed = edit(text, document, keys, value);
  if (is_same(in_order(parse_yaml(changed, file, problems)), in_order(std::move(wanted)))) return changed;
  const int line = find_deepest(document, keys).node->line;
  return tl::make_unexpected(
      file + ":" + std::to_string(line) + ": " + path +
      ": cannot be changed where it stands without changing more; write it there by hand: " + value);
}

}  // namespace freefloat
