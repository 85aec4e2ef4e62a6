#include "config/yaml/write_yaml.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace freefloat {

namespace {

/// Plain text stays as it was written; other text goes between quotes.
std::string scalar_text(const ConfigNode& node) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (!node.quoted && std::none_of(node.text.begin(), node.text.end(), is_control)) return node.text;
  std::string text = "\"";
  for (const char c : node.text) {
    if (c == '"' || c == '\\') text.push_back('\\');
    if (!is_control(c)) {
      text.push_back(c);
    } else {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\x%02x", static_cast<unsigned>(c));
      text += escape.data();
    }
  }
  return text + '"';
}

/// Writes what stands behind a key or a dash, with the end of its line.
void write_value(const ConfigNode& node, const std::string& indent, std::string& text) {
  if (node.kind == NodeKind::kScalar) {
    text += ' ' + scalar_text(node);
  } else if (node.kind != NodeKind::kEmpty && node.items.empty()) {
    text += node.kind == NodeKind::kMap ? " {}" : " []";
  }
  text += '\n';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    text += indent + (node.kind == NodeKind::kMap ? node.keys[i] + ':' : "-");
    write_value(node.items[i], indent + "  ", text);
  }
}

}  // namespace

std::string write_yaml(const ConfigNode& document) {
  std::string text;
  write_value(document, "", text);
  return text.substr(1);  // no line break before the first key
}

}  // namespace freefloat
