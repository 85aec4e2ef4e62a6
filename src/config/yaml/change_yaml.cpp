#include "config/yaml/change_yaml.h"

#include <algorithm>
#include <vector>

#include "config/yaml/config_override.h"
#include "config/yaml/parse_yaml.h"

namespace freefloat {

namespace {

/// Whether both hold the same values; those of a map may stand in any order.
bool is_same(const ConfigNode& a, const ConfigNode& b) {
  bool same =
      a.kind == b.kind && a.text == b.text && a.quoted == b.quoted && a.items.size() == b.items.size();
  for (std::size_t i = 0; i < a.items.size() && same; ++i) {
    const ConfigNode* other = a.kind == NodeKind::kMap ? b.find(a.keys[i]) : &b.items[i];
    same = other != nullptr && is_same(a.items[i], *other);
  }
  return same;
}

std::size_t begin_of_line(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  return before == std::string::npos ? 0 : before + 1;
}

std::size_t end_of_line(const std::string& text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

/// @param at Of an opening quote. @return Behind the closing one.
std::size_t end_of_quoted(const std::string& text, std::size_t at) {
  const char quote = text[at++];
  for (; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || text.compare(at, 2, "''") != 0) return at + 1;
      ++at;
    }
  }
  return text.size();
}

/// @param at Of an opening bracket. @return Behind the closing one.
std::size_t end_of_brackets(const std::string& text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_quoted(text, at);
      continue;
    }
    if (c == '#' && (text[at - 1] == ' ' || text[at - 1] == '\n')) {
      at = end_of_line(text, at);
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    ++at;
    if ((c == ']' || c == '}') && --depth == 0) return at;
  }
  return at;
}

/// @param at Where a value begins. @return Where it ends, in the same line for plain ones.
std::size_t end_of_value(const std::string& text, std::size_t at, bool in_brackets) {
  const char first = at < text.size() ? text[at] : '\n';
  if (first == '"' || first == '\'') return end_of_quoted(text, at);
  if (first == '[' || first == '{') return end_of_brackets(text, at);
  const std::size_t line_end = end_of_line(text, at);
  std::size_t end = std::min(text.find(" #", at), line_end);
  if (in_brackets) end = std::min(text.find_first_of(",]}", at), end);
  while (end > at && text[end - 1] == ' ') --end;
  return end;
}

/// Puts a comment behind the value that ends at `at`, if its line says nothing else.
std::string with_comment(std::string text, std::size_t at, const std::string& comment) {
  const std::size_t end = end_of_line(text, at);
  const std::size_t next = std::min(text.find_first_not_of(' ', at), end);
  if (comment.empty() || (next < end && text[next] != '#')) return text;
  if (next == end) return text.replace(at, end - at, "  # " + comment);
  // What somebody wrote there stays; what was written here before is replaced.
  const std::string word = comment.substr(0, comment.find(' '));
  const std::size_t ours = text.find(word, next);
  if (ours >= end) return text.insert(end, "; " + comment);
  return text.replace(ours, end - ours, comment);
}

/// The deepest value on the path that is there, and the keys behind it that are missing.
struct Found {
  const ConfigNode* node = nullptr;
  std::vector<std::string> missing;
  bool in_brackets = false;  ///< it is an entry of a flow list or map
};

Found find_deepest(const std::string& text, const ConfigNode& document, const std::vector<PathStep>& steps) {
  Found found{&document, {}, false};
  for (const PathStep& step : steps) {
    if (!found.missing.empty()) {
      found.missing.push_back(step.key);
      continue;
    }
    const ConfigNode& at = *found.node;
    const ConfigNode* next = step.is_index ? &at.items[step.index] : at.find(step.key);
    const char first = at.begin < text.size() ? text[at.begin] : ' ';
    if (next == nullptr) {
      found.missing.push_back(step.key);
    } else {
      found.in_brackets = found.in_brackets || first == '{' || first == '[';
      found.node = next;
    }
  }
  return found;
}

/// `a: {b: 1}` or, a line a key, indented by `indent` from its second line on.
std::string made_entry(const std::vector<std::string>& keys, const std::string& value, bool in_braces,
                       std::size_t indent) {
  std::string entry;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i)
    entry += keys[i] + (in_braces ? ": {" : ":\n" + std::string(indent + 2 * (i + 1), ' '));
  entry += keys.back() + ": " + value;
  return entry + std::string(in_braces ? keys.size() - 1 : 0, '}');
}

/// With a new entry in a map that is there.
std::string with_entry(const std::string& text, const ConfigNode& map, const std::vector<std::string>& keys,
                       const std::string& value, const std::string& comment) {
  if (map.path.empty() && text[map.begin] != '{') {
    const std::string entry = made_entry(keys, value, false, 0);
    const std::string longer = text + (text.ends_with('\n') ? "" : "\n") + entry;
    return with_comment(longer, longer.size(), comment) + "\n";
  }
  if (text[map.begin] == '{') {
    const std::string entry = made_entry(keys, value, true, 0) + (map.items.empty() ? "" : ", ");
    return text.substr(0, map.begin + 1) + entry + text.substr(map.begin + 1);
  }
  // Before the first key and the comments that belong to it; behind the dash of a list's entry.
  const std::size_t line = begin_of_line(text, map.begin), indent = map.begin - line;
  std::size_t at = map.begin;
  if (text.find_first_not_of(' ', line) == map.begin) {
    at = line;
    while (at > 0) {
      const std::size_t before = begin_of_line(text, at - 1), first = text.find_first_not_of(" \r", before);
      if (text[first] != '#' && text[first] != '\n') break;
      at = before;
    }
  }
  const std::string spaces(indent, ' ');
  const std::string entry = (at == map.begin ? "" : spaces) + made_entry(keys, value, false, indent);
  return text.substr(0, at) + with_comment(entry, entry.size(), comment) + "\n" +
         (at == map.begin ? spaces : "") + text.substr(at);
}

std::string with_value(const std::string& text, const Found& found, const std::string& value,
                       const std::string& comment) {
  const std::size_t begin = found.node->begin, end = end_of_value(text, begin, found.in_brackets);
  const std::string space = begin > 0 && text[begin - 1] == ':' ? " " : "";
  return with_comment(text.substr(0, begin) + space + value + text.substr(end),
                      begin + space.size() + value.size(), comment);
}

bool is_collection(const ConfigNode& node) {
  return node.kind == NodeKind::kList || node.kind == NodeKind::kMap;
}

}  // namespace

tl::expected<std::string, std::string> change_yaml(const std::string& text, const std::string& file,
                                                   const std::string& path, const std::string& value,
                                                   const std::string& comment) {
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
  const Found found = find_deepest(text, document, path_steps(path));
  const bool is_there = found.missing.empty();
  if (!is_there || !is_collection(*found.node) || found.node->kind == change.value.kind) {
    std::string changed = is_there ? with_value(text, found, value, comment)
                                   : with_entry(text, *found.node, found.missing, value, comment);
    if (is_same(parse_yaml(changed, file, problems), wanted)) return changed;
  }
  const PathStep last = path_steps(path).back();
  const std::string by_hand = !is_there       ? made_entry(found.missing, value, true, 0)
                              : last.is_index ? value
                                              : last.key + ": " + value;
  return tl::make_unexpected(
      file + ":" + std::to_string(found.node->line) + ": " + path +
      ": cannot be changed where it stands without changing more; write it there by hand: " + by_hand);
}

}  // namespace freefloat
