#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/fields/key_check.h"
#include "config/fields/numeric_schema.h"
#include "config/fields/numeric_value.h"
#include "config/fields/simple_value.h"

namespace freefloat {

/// @return A member of a member, for fields: `inside(&File::camera, &Camera::rate)`.
template <typename Outer, typename Inner>
auto inside(Outer outer, Inner inner) {
  return [=](auto& holder) -> auto& {
    return std::invoke(inner, std::invoke(outer, holder));
  };
}

/// The `format` of a path in a schema.
inline constexpr const char* kPathFormat = "path";

// What a member holds, or would hold, that is or is not a `std::optional`.

template <typename T>
struct Held {
  using Type = T;
};
template <typename T>
struct Held<std::optional<T>> {
  using Type = T;
};
template <typename T>
using HeldType = typename Held<T>::Type;

template <typename T>
const T* held_value(const T& value) {
  return &value;
}
template <typename T>
const T* held_value(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}
template <typename T>
T& place_for_value(T& value) {
  return value;
}
template <typename T>
T& place_for_value(std::optional<T>& value) {
  return *(value = T{});
}

/// One key of a map in a configuration file, bound to one member of the struct `T`. A list of fields is the
/// only definition of how `T` is written: reader and JSON Schema, with its defaults, come from it.
///
/// `member` is always a pointer to a member, or a function that takes a `T` and returns a reference into it.
/// The unit that ends a number's key is the unit it is written in; memory holds SI.
template <typename T>
struct Field {
  std::string key;
  std::string description;
  bool needed = false;  ///< the key must be given
  std::string wanted;   ///< what is to be written, for messages
  std::function<void(const ConfigNode&, T&, Problems&)> read;
  std::function<Json(const T&)> write;    ///< null: nothing to write
  std::function<Json()> schema;           ///< of the value alone
  std::vector<std::string> entry_keys{};  ///< of a list: those of its entries

  /// The key must be given; without this its member keeps the default of the struct.
  Field required() && {
    needed = true;
    return std::move(*this);
  }

  /// A number, a time, a point, or a list of numbers, by the member's type. One that may be left out is held
  /// in a `std::optional`.
  template <typename Member>
  static Field number(std::string key, Member member, Range range, std::string description) {
    using Value = HeldType<std::remove_cvref_t<std::invoke_result_t<Member, T&>>>;
    const NumberRule rule{unit_of(key), range};
    return {std::move(key),
            std::move(description),
            false,
            rule.text(),
            [=](const ConfigNode& node, T& out, Problems& problems) {
              Value value{};
              if (read_numeric(node, rule, value, problems)) std::invoke(member, out) = std::move(value);
            },
            [=](const T& value) {
              const Value* held = held_value(std::invoke(member, value));
              return held == nullptr ? Json() : write_numeric(rule, *held);
            },
            [=] { return numeric_schema<Value>(rule); }};
  }

  /// `true` or `false`.
  template <typename Member>
  static Field flag(std::string key, Member member, std::string description) {
    return simple(std::move(key), member, std::move(description), "true or false", read_flag,
                  {{"type", "boolean"}});
  }

  /// Free text.
  template <typename Member>
  static Field text(std::string key, Member member, std::string description) {
    return simple(std::move(key), member, std::move(description), "text", read_text, {{"type", "string"}});
  }

  /// The path of another file, relative to the file that names it.
  template <typename Member>
  static Field file(std::string key, Member member, std::string description) {
    return simple(std::move(key), member, std::move(description), "a file, relative to this one", read_path,
                  {{"type", "string"}, {"format", kPathFormat}});
  }

  /// One of a few words, each standing for an enumerator.
  template <typename Member>
  static Field choice(
      std::string key, Member member,
      std::vector<std::pair<std::string, std::remove_cvref_t<std::invoke_result_t<Member, T&>>>> words,
      std::string description) {
    std::vector<std::string> names;
    for (const auto& word : words) {
      names.push_back(word.first);
    }
    return {std::move(key),
            std::move(description),
            false,
            list_words(names),
            [=](const ConfigNode& node, T& out, Problems& problems) {
              if (const auto index = read_word(node, names, problems)) {
                std::invoke(member, out) = words[*index].second;
              }
            },
            [=](const T& value) {
              for (const auto& word : words) {
                if (word.second == std::invoke(member, value)) {
                  return Json(word.first);
                }
              }
              return Json();
            },
            [=] {
              return Json{{"enum", names}};
            }};
  }

  /// A map inside the map, with its own fields. One that may be left out is held in a `std::optional`.
  template <typename Member, typename Part>
  static Field section(std::string key, Member member, std::vector<Field<Part>> fields,
                       std::string description);

  /// A list of maps, each with the same fields.
  template <typename Member, typename Part>
  static Field list(std::string key, Member member, std::vector<Field<Part>> fields, std::size_t least,
                    std::size_t most, std::string description);

 private:
  /// What one function reads and JSON can hold as it is.
  template <typename Member, typename Value>
  static Field simple(std::string key, Member member, std::string description, std::string wanted,
                      void (*read)(const ConfigNode&, Value&, Problems&), Json schema) {
    return {std::move(key),
            std::move(description),
            false,
            std::move(wanted),
            [=](const ConfigNode& node, T& out, Problems& problems) {
              read(node, std::invoke(member, out), problems);
            },
            [=](const T& value) { return Json(std::invoke(member, value)); },
            [=] { return schema; }};
  }
};

/// How a struct is written in a file.
template <typename T>
using Fields = std::vector<Field<T>>;

/// Reads a map: unknown and missing keys are problems, and so is every value that is not as its field wants
/// it. Members whose keys are not given keep their values.
template <typename T>
void read_fields(const ConfigNode& node, const Fields<T>& fields, T& out, Problems& problems) {
  std::vector<KeyInfo> known;
  for (const Field<T>& field : fields) {
    known.push_back({field.key, field.needed, field.wanted, field.entry_keys});
  }
  if (!check_keys(node, known, problems)) {
    return;
  }
  for (const Field<T>& field : fields) {
    if (const ConfigNode* value = node.find(field.key)) {
      field.read(*value, out, problems);
    }
  }
}

/// @return The struct as it would be written, every key included.
template <typename T>
Json write_fields(const Fields<T>& fields, const T& value) {
  Json map = Json::object();
  for (const Field<T>& field : fields) {
    Json written = field.write ? field.write(value) : Json();
    if (!written.is_null()) {
      map[field.key] = std::move(written);
    }
  }
  return map;
}

/// @return The JSON Schema (draft 7) of a map with these fields; defaults are those of a new `T`.
template <typename T>
Json schema_of(const Fields<T>& fields) {
  Json properties = Json::object();
  Json needed = Json::array();
  const T defaults{};
  for (const Field<T>& field : fields) {
    Json schema{{"description", field.description}};
    schema.update(field.schema());
    if (field.needed) {
      needed.push_back(field.key);
    } else if (Json value = field.write ? field.write(defaults) : Json(); can_be_written(value, schema)) {
      schema["default"] = std::move(value);
    }
    properties[field.key] = std::move(schema);
  }
  Json schema{{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
  if (!needed.empty()) {
    schema["required"] = std::move(needed);
  }
  return schema;
}

template <typename T>
template <typename Member, typename Part>
Field<T> Field<T>::section(std::string key, Member member, std::vector<Field<Part>> fields,
                           std::string description) {
  return {std::move(key),
          std::move(description),
          false,
          "a map",
          [=](const ConfigNode& node, T& out, Problems& problems) {
            read_fields(node, fields, place_for_value(std::invoke(member, out)), problems);
          },
          [=](const T& value) {
            const Part* part = held_value(std::invoke(member, value));
            return part == nullptr ? Json() : write_fields<Part>(fields, *part);
          },
          [=] { return schema_of<Part>(fields); }};
}

template <typename T>
template <typename Member, typename Part>
Field<T> Field<T>::list(std::string key, Member member, std::vector<Field<Part>> fields, std::size_t least,
                        std::size_t most, std::string description) {
  const std::string wanted = "a list of " + std::to_string(least) + " to " + std::to_string(most);
  std::vector<std::string> entry_keys;
  for (const Field<Part>& field : fields) entry_keys.push_back(field.key);
  return {std::move(key),
          std::move(description),
          false,
          wanted,
          [=](const ConfigNode& node, T& out, Problems& problems) {
            if (!check_list(node, least, most, problems)) {
              return;
            }
            auto& parts = std::invoke(member, out);
            parts.assign(node.items.size(), Part{});
            for (std::size_t i = 0; i < parts.size(); ++i) {
              read_fields(node.items[i], fields, parts[i], problems);
            }
          },
          [=](const T& value) {
            Json items = Json::array();
            for (const Part& part : std::invoke(member, value)) {
              items.push_back(write_fields<Part>(fields, part));
            }
            return items;
          },
          [=] { return list_schema(schema_of<Part>(fields), least, most); },
          std::move(entry_keys)};
}

}  // namespace freefloat
