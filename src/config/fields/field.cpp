#include "config/fields/field.h"

namespace freefloat {

Json take_required(Json& schema) {
  Json taken = Json::object();
  if (schema.contains("required")) {
    taken["required"] = std::move(schema["required"]);
    schema.erase("required");
  }
  for (auto& [key, part] : schema["properties"].items()) {
    if (!part.contains("properties")) continue;
    if (Json inner = take_required(part); !inner.empty()) taken["properties"][key] = std::move(inner);
  }
  return taken;
}

}  // namespace freefloat
