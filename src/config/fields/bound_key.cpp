#include "config/fields/bound_key.h"

#include <utility>

#include "config/fields/key_check.h"

namespace freefloat {

// Here and not in the class: hundreds of keys are made, copied and dropped in the lists of fields.
BoundKey::BoundKey(std::string_view name, std::string_view text, ValueForm value,
                   std::function<const void*(const void*)> place)
    : key(name), description(text), form(std::move(value)), member(std::move(place)) {}
BoundKey::BoundKey(const BoundKey&) = default;
BoundKey::BoundKey(BoundKey&&) noexcept = default;
BoundKey& BoundKey::operator=(const BoundKey&) = default;
BoundKey& BoundKey::operator=(BoundKey&&) noexcept = default;
BoundKey::~BoundKey() = default;

void read_keys(const ConfigNode& node, std::span<const BoundKey> keys, void* object, Problems& problems) {
  if (!check_keys(node, keys, problems)) return;
  for (const BoundKey& key : keys) {
    if (const ConfigNode* value = node.find(key.key)) {
      // The struct is not const here, and so its members are not.
      key.form.read(*value, const_cast<void*>(key.member(object)), problems);
    }
  }
}

Json write_keys(std::span<const BoundKey> keys, const void* object) {
  Json map = Json::object();
  for (const BoundKey& key : keys) {
    Json written = key.form.write ? key.form.write(key.member(object)) : Json();
    if (!written.is_null()) map[key.key] = std::move(written);
  }
  return map;
}

Json schema_of_keys(std::span<const BoundKey> keys, const void* defaults) {
  Json properties = Json::object();
  Json needed = Json::array();
  for (const BoundKey& key : keys) {
    Json schema{{"description", key.description}};
    schema.update(key.form.schema());
    if (key.needed) {
      needed.push_back(key.key);
    } else if (Json value = key.form.write ? key.form.write(key.member(defaults)) : Json();
               can_be_written(value, schema)) {
      schema["default"] = std::move(value);
    }
    properties[key.key] = std::move(schema);
  }
  Json schema{{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
  if (!needed.empty()) schema["required"] = std::move(needed);
  return schema;
}

}  // namespace freefloat
