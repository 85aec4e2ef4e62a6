#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/fields/bound_key.h"
#include "config/fields/held_value.h"
#include "config/fields/simple_value.h"
#include "config/fields/value_form.h"

namespace freefloat {

/// @return A member of a member, for fields: `inside(&File::camera, &Camera::rate)`.
template <typename Outer, typename Inner>
auto inside(Outer outer, Inner inner) {
  return [=](auto& holder) -> auto& {
    return std::invoke(inner, std::invoke(outer, holder));
  };
}

/// One key of a map in a configuration file, bound to one member of the struct `T`. A list of fields is the
/// only definition of how `T` is written: reader and JSON Schema, with its defaults, come from it.
///
/// `member` is always a pointer to a member, or a function that takes a `T` and returns a reference into it.
/// The unit that ends a number's key is the unit it is written in; memory holds SI.
template <typename T>
struct Field : BoundKey {
  template <typename Member>
  using MemberType = std::remove_cvref_t<std::invoke_result_t<Member, T&>>;

  template <typename Member>
  Field(std::string_view name, Member place, ValueForm value, std::string_view text)
      : BoundKey(name, text, std::move(value), [place](const void* object) -> const void* {
          return &std::invoke(place, *static_cast<const T*>(object));
        }) {}

  /// The key must be given; without this its member keeps the default of the struct.
  Field required() && {
    needed = true;
    return std::move(*this);
  }

  /// A number, a time, a point, or a list of numbers, by the member's type. One that may be left out is held
  /// in a `std::optional`.
  template <typename Member>
  static Field number(std::string_view key, Member member, Range range, std::string_view description) {
    return {key, member, numeric_form<MemberType<Member>>(key, range), description};
  }

  /// `true` or `false`.
  template <typename Member>
  static Field flag(std::string_view key, Member member, std::string_view description) {
    static_assert(std::is_same_v<MemberType<Member>, bool>);
    return {key, member, flag_form(), description};
  }

  /// Free text.
  template <typename Member>
  static Field text(std::string_view key, Member member, std::string_view description) {
    static_assert(std::is_same_v<MemberType<Member>, std::string>);
    return {key, member, text_form(), description};
  }

  /// The path of another file, relative to the file that names it.
  template <typename Member>
  static Field file(std::string_view key, Member member, std::string_view description) {
    static_assert(std::is_same_v<MemberType<Member>, std::string>);
    return {key, member, path_form(), description};
  }

  /// One of a few words, each standing for an enumerator.
  template <typename Member>
  static Field choice(std::string_view key, Member member,
                      std::vector<std::pair<std::string, MemberType<Member>>> words,
                      std::string_view description) {
    return {key, member, choice_form(words), description};
  }

  /// What is read, written and described in a way of its own, with the whole struct at hand.
  /// @param key Its name. @param description For the schema. @param wanted For messages.
  /// @param read Called with the node, the `T` and the problems.
  /// @param write Called with the `T`, gives its JSON; null: nothing to write.
  /// @param schema Of the value alone.
  template <typename Read, typename Write>
  static Field special(std::string_view key, std::string_view description, std::string wanted, Read read,
                       Write write, std::function<Json()> schema) {
    ValueForm own{std::move(wanted),
                  [read](const ConfigNode& node, void* object, Problems& problems) {
                    read(node, *static_cast<T*>(object), problems);
                  },
                  nullptr, std::move(schema)};
    if constexpr (!std::is_null_pointer_v<Write>)
      own.write = [write](const void* object) { return write(*static_cast<const T*>(object)); };
    const auto whole = [](auto& object) -> auto& {
      return object;
    };
    return {key, whole, std::move(own), description};
  }

  /// A map inside the map, with its own fields. One that may be left out is held in a `std::optional`.
  template <typename Member, typename Part>
  static Field section(std::string_view key, Member member, std::vector<Field<Part>> fields,
                       std::string_view description);

  /// A list of maps, each with the same fields.
  template <typename Member, typename Part>
  static Field list(std::string_view key, Member member, std::vector<Field<Part>> fields, std::size_t least,
                    std::size_t most, std::string_view description);
};

/// How a struct is written in a file.
template <typename T>
using Fields = std::vector<Field<T>>;

/// Reads a map: unknown and missing keys are problems, and so is every value that is not as its field wants
/// it. Members whose keys are not given keep their values.
template <typename T>
void read_fields(const ConfigNode& node, const Fields<T>& fields, T& out, Problems& problems) {
  read_keys(node, std::vector<BoundKey>(fields.begin(), fields.end()), &out, problems);
}

/// @return The JSON Schema (draft 7) of a map with these fields; defaults are those of a new `T`.
template <typename T>
Json schema_of(const Fields<T>& fields) {
  const T defaults{};
  return schema_of_keys(std::vector<BoundKey>(fields.begin(), fields.end()), &defaults);
}

/// @return The form of a map that becomes a `Value`: a struct, or a `std::optional` of one.
template <typename Value>
ValueForm section_form(const SharedKeys& keys) {
  return {"a map",
          [keys](const ConfigNode& node, void* member, Problems& problems) {
            read_keys(node, *keys, &place_for_value(*static_cast<Value*>(member)), problems);
          },
          [keys](const void* member) {
            const auto* part = held_value(*static_cast<const Value*>(member));
            return part == nullptr ? Json() : write_keys(*keys, part);
          },
          [keys] {
            const HeldType<Value> defaults{};
            return schema_of_keys(*keys, &defaults);
          }};
}

/// @return The form of a list of maps that becomes `Parts`, a container with `assign`.
template <typename Parts>
ValueForm list_form(const SharedKeys& keys, std::size_t least, std::size_t most) {
  using Part = typename Parts::value_type;
  return {"a list of " + std::to_string(least) + " to " + std::to_string(most),
          [keys, least, most](const ConfigNode& node, void* member, Problems& problems) {
            if (!check_list(node, least, most, problems)) return;
            Parts& parts = *static_cast<Parts*>(member);
            parts.assign(node.items.size(), Part{});
            for (std::size_t i = 0; i < parts.size(); ++i)
              read_keys(node.items[i], *keys, &parts[i], problems);
          },
          [keys](const void* member) {
            Json items = Json::array();
            for (const Part& part : *static_cast<const Parts*>(member))
              items.push_back(write_keys(*keys, &part));
            return items;
          },
          [keys, least, most] {
            const Part defaults{};
            return list_schema(schema_of_keys(*keys, &defaults), least, most);
          }};
}

template <typename T>
template <typename Member, typename Part>
Field<T> Field<T>::section(std::string_view key, Member member, std::vector<Field<Part>> fields,
                           std::string_view description) {
  static_assert(std::is_same_v<HeldType<MemberType<Member>>, Part>);
  const auto keys = std::make_shared<const std::vector<BoundKey>>(fields.begin(), fields.end());
  return {key, member, section_form<MemberType<Member>>(keys), description};
}

template <typename T>
template <typename Member, typename Part>
Field<T> Field<T>::list(std::string_view key, Member member, std::vector<Field<Part>> fields,
                        std::size_t least, std::size_t most, std::string_view description) {
  std::vector<std::string> entry_keys;
  for (const Field<Part>& field : fields) entry_keys.push_back(field.key);
  const auto keys = std::make_shared<const std::vector<BoundKey>>(fields.begin(), fields.end());
  Field field{key, member, list_form<MemberType<Member>>(keys, least, most), description};
  field.entry_keys = std::move(entry_keys);
  return field;
}

}  // namespace freefloat
