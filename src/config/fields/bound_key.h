#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/fields/numeric_schema.h"
#include "config/fields/value_form.h"
#include "config/yaml/config_node.h"

namespace freefloat {

/// One key of a map in a configuration file, bound to a member of some struct. `Field<T>` says of which, and
/// is what lists of keys are made of; this is all that is done with them, compiled once for every struct.
struct BoundKey {
  std::string key;
  std::string description;
  bool needed = false;  ///< the key must be given
  ValueForm form;
  std::function<const void*(const void* object)> member;  ///< where in the struct it stands
  std::vector<std::string> entry_keys{};                  ///< of a list: those of its entries

  BoundKey(std::string_view name, std::string_view text, ValueForm value,
           std::function<const void*(const void*)> place);
  BoundKey(const BoundKey&);
  BoundKey(BoundKey&&) noexcept;
  BoundKey& operator=(const BoundKey&);
  BoundKey& operator=(BoundKey&&) noexcept;
  ~BoundKey();
};

/// The keys of a map within the map, shared by all copies of its key.
using SharedKeys = std::shared_ptr<const std::vector<BoundKey>>;

/// Reads a map: unknown and missing keys are problems, and so is every value that is not as its key wants it.
/// @param node The map. @param keys What it may hold. @param object The struct that the keys are bound to;
/// members whose keys are not given keep their values. @param problems Is added to.
void read_keys(const ConfigNode& node, std::span<const BoundKey> keys, void* object, Problems& problems);

/// @param keys All of the map's. @param object The struct that they are bound to.
/// @return It as it would be written, every key included.
Json write_keys(std::span<const BoundKey> keys, const void* object);

/// @param keys All of the map's. @param defaults A new one of the struct that they are bound to.
/// @return The JSON Schema (draft 7) of a map with these keys.
Json schema_of_keys(std::span<const BoundKey> keys, const void* defaults);

}  // namespace freefloat
