#include "mcap/field_walk.h"

#include <array>

namespace freefloat {
namespace {

struct ToText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const NamedValue& value) const { return std::string(value.name); }
  std::string operator()(std::string_view value) const { return std::string(value); }
  std::string operator()(auto number) const {
    std::array<char, 40> text;
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
  }
};

}  // namespace

std::string to_text(const FieldValue& value) {
  return std::visit(ToText{}, value.value);
}

}  // namespace freefloat
