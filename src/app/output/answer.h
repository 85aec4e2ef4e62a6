#pragma once

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

namespace freefloat {

/// @return What is expected.
/// @throws std::runtime_error in the words of why it is not there, `before` in front of them.
template <class T>
T value_or_throw(tl::expected<T, std::string> result, const std::string& before = {}) {
  if (!result) throw std::runtime_error(before + result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Prints what a subcommand has found. @param json For programs, else the text for people.
template <class Json>
void print_answer(bool json, const Json& answer, const std::string& text) {
  std::cout << (json ? answer.dump(2) + "\n" : text);
}

}  // namespace freefloat
