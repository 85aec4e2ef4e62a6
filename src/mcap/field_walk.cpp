#include "mcap/field_walk.h"

#include <array>

namespace freefloat {
namespace {

std::string number_text(auto number) {
  std::array<char, 40> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

struct ToText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return number_text(value); }
  std::string operator()(std::uint64_t value) const { return number_text(value); }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(const NamedValue& value) const { return std::string(value.name); }
  std::string operator()(std::string_view value) const { return std::string(value); }
};

}  // namespace

std::string to_text(const FieldValue& value) {
  return std::visit(ToText{}, value.value);
}

}  // namespace freefloat
