#include "spatial/symbolic/reserved_words.h"

#include <algorithm>
#include <array>

namespace freefloat {

bool is_reserved_word(std::string_view word) {
  // C11, C++17 to C++20, and what every program has in its outermost scope.
  static constexpr std::array<std::string_view, 106> kWords{
      "alignas",     "alignof",      "and",          "and_eq",
      "asm",         "auto",         "bitand",       "bitor",
      "bool",        "break",        "case",         "catch",
      "char",        "char16_t",     "char32_t",     "char8_t",
      "class",       "co_await",     "co_return",    "co_yield",
      "compl",       "concept",      "const",        "const_cast",
      "consteval",   "constexpr",    "constinit",    "continue",
      "decltype",    "default",      "delete",       "do",
      "double",      "dynamic_cast", "else",         "enum",
      "explicit",    "export",       "extern",       "false",
      "float",       "for",          "friend",       "goto",
      "if",          "inline",       "int",          "long",
      "main",        "mutable",      "namespace",    "new",
      "noexcept",    "not",          "not_eq",       "nullptr",
      "operator",    "or",           "or_eq",        "private",
      "protected",   "public",       "register",     "reinterpret_cast",
      "requires",    "restrict",     "return",       "short",
      "signed",      "sizeof",       "static",       "static_assert",
      "static_cast", "std",          "struct",       "switch",
      "template",    "this",         "thread_local", "throw",
      "true",        "try",          "typedef",      "typeid",
      "typename",    "typeof",       "union",        "unsigned",
      "using",       "virtual",      "void",         "volatile",
      "wchar_t",     "while",        "xor",          "xor_eq",
      "sin",         "cos",          "tan",          "exp",
      "log",         "pow",          "sqrt",         "floor",
      "ceil",        "gamma"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

}  // namespace freefloat
