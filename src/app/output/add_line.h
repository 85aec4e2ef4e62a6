#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace freefloat {

/// Puts a line, written as by fmt::format, behind a text.
template <class... Arguments>
void add_line(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  text += '\n';
}

}  // namespace freefloat
