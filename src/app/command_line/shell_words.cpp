#include "app/command_line/shell_words.h"

#include <algorithm>
#include <string_view>

namespace freefloat {
namespace {

bool is_plain(char c) {
  constexpr std::string_view kPlain = "@%+=:,./-_";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kPlain.find(c) != std::string_view::npos;
}

std::string quote(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string quoted(1, '\'');
  // At a quote out of the quotes, one by itself, and in again.
  for (const char c : word) quoted += c == '\'' ? R"('\'')" : std::string(1, c);
  return quoted += '\'';
}

}  // namespace

std::string join_for_shell(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += quote(word);
  }
  return line;
}

}  // namespace freefloat
