#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "fuzz_input.h"

namespace freefloat {

/// A sound text of which a fuzzer's bytes change a few places: bytes, words, whole lines.
/// @param input The first byte tells how many changes follow.
inline std::string edit_text(std::string text, FuzzInput& input) {
  static constexpr std::array<const char*, 26> kWords{
      "0",     "-1",   "1e308", "-1e308", "1e-320", "nan",  ".inf",         "1e999",  "99999999999999999999",
      "true",  "null", "~",     "\"\"",   "[]",     "{}",   "[1, 2]",       "a: b",   "[[1, 0], [0, 1]]",
      "0.001", "2",    "12",    "65536",  "-0",     "\xff", "\xe2\x80\xae", "../../x"};
  const auto place = [&] { return text.empty() ? 0 : input.u16() % text.size(); };
  for (int left = input.byte() % 6; left > 0; --left) {
    const std::size_t at = place();
    const std::size_t line = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    switch (input.byte() % 6) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(input.byte());
        break;
      case 1: {  // a value
        const std::size_t begin = text.find_first_of(" =\"[,", at);
        if (begin == std::string::npos) break;
        const std::size_t end = std::min(text.find_first_of(",]\"\n }", begin + 1), text.size());
        text.replace(begin + 1, end - begin - 1, kWords[input.byte() % kWords.size()]);
        break;
      }
      case 2:
        text.erase(line, line_end - line + 1);
        break;
      case 3:
        text.insert(line, text.substr(line, line_end - line + 1));
        break;
      case 4: {  // a line elsewhere
        const std::string moved = text.substr(line, line_end - line + 1);
        text.insert(std::min(text.find('\n', place()), text.size()), "\n" + moved);
        break;
      }
      default:
        for (int n = input.byte() % 16; n > 0; --n) text.insert(at, 1, static_cast<char>(input.byte()));
    }
  }
  return text;
}

}  // namespace freefloat
