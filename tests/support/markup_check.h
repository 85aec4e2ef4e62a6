#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freefloat {

/// @return Empty when every tag of `markup` is closed in the right order and every attribute is quoted, else
/// what is wrong. Text of <style> and <script> is skipped; HTML's void elements need no end.
inline std::string find_markup_error(std::string_view markup) {
  std::vector<std::string> open;
  for (std::size_t i = markup.find('<'); i != std::string_view::npos; i = markup.find('<', i)) {
    if (markup.substr(i, 2) == "<!") {
      i = markup.find('>', i);
      continue;
    }
    std::size_t end = i + 1;
    bool quoted = false;
    while (end < markup.size() && (quoted || markup[end] != '>')) {
      if (markup[end] == '"') quoted = !quoted;
      if (markup[end] == '<') return "'<' inside a tag: " + std::string(markup.substr(i, 80));
      ++end;
    }
    if (end >= markup.size()) return "tag without end: " + std::string(markup.substr(i, 80));
    const std::string_view tag = markup.substr(i + 1, end - i - 1);
    const bool closing = tag.starts_with('/');
    const std::string name(
        tag.substr(closing ? 1 : 0, tag.find_first_of(" />", closing ? 1 : 0) - (closing ? 1 : 0)));
    i = end + 1;
    if (closing) {
      if (open.empty() || open.back() != name) return "unexpected </" + name + ">";
      open.pop_back();
    } else if (!tag.ends_with('/') && name != "meta" && name != "input" && name != "br") {
      open.push_back(name);
      if (name == "style" || name == "script") i = markup.find("</" + name, i);
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is never closed";
}

}  // namespace freefloat
