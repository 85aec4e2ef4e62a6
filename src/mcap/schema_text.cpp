#include "mcap/schema_text.h"

#include <algorithm>
#include <cctype>

namespace freefloat {

void SchemaTextBuilder::add_line(std::string_view type, std::string_view array, std::string_view name) {
  text_.append(type).append(array).append(" ").append(name).append("\n");
}

void SchemaTextBuilder::add_constant(std::string_view field, std::string_view enumerator, std::size_t value) {
  std::string name = std::string(field) + "_" + std::string(enumerator);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  text_.append("uint8 ").append(name).append("=").append(std::to_string(value)).append("\n");
}

void SchemaTextBuilder::add_nested(Nested nested) {
  const auto same = [&](const Nested& known) { return known.name == nested.name; };
  if (std::none_of(nested_.begin(), nested_.end(), same)) nested_.push_back(nested);
}

std::string append_nested(std::string text, std::vector<SchemaTextBuilder::Nested>& nested) {
  // Writing one definition may add further ones to the end of the list.
  for (std::size_t i = 0; i < nested.size(); ++i) {
    const SchemaTextBuilder::Nested message = nested[i];
    const std::string fields = message.write(nested);
    text.append(80, '=').append("\nMSG: ").append(message.name).append("\n").append(fields);
  }
  return text;
}

}  // namespace freefloat
