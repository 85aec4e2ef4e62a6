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

/// What `inside` makes.
template <typename Outer, typename Inner>
struct Inside {
  Outer outer;
  Inner inner;

  auto& operator()(auto& holder) const { return std::invoke(inner, std::invoke(outer, holder)); }
};

/// @return A member of a member, for fields: `inside(&File::camera, &Camera::rate)`.
template <typename Outer, typename Inner>
Inside<Outer, Inner> inside(Outer outer, Inner inner) {
  return {outer, inner};
}

/// The struct that a pointer to a member, or `inside`, leads into.
template <typename Member>
struct OwnerOf;
template <typename Value, typename T>
struct OwnerOf<Value T::*> {
  using Type = T;
};
template <typename Outer, typename Inner>
struct OwnerOf<Inside<Outer, Inner>> : OwnerOf<Outer> {};
template <typename Member>
using Owner = typename OwnerOf<Member>::Type;

template <typename Member>
using MemberType = std::remove_cvref_t<std::invoke_result_t<Member, Owner<Member>&>>;

/// One key of a map in a configuration file, bound to one member of the struct `T`. A list of fields is the
/// only definition of how `T` is written: reader and JSON Schema, with its defaults, come from it.
template <typename T>
struct Field : BoundKey {
  /// @param place A function that takes a `T` and returns a reference into it, or a pointer to a member.
  template <typename Place>
  Field(std::string_view name, Place place, ValueForm value, std::string_view text)
      : BoundKey(name, text, std::move(value), [place](const void* object) -> const void* {
          return &std::invoke(place, *static_cast<const T*>(object));
        }) {}

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
    return {key, std::identity{}, std::move(own), description};
  }
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

template <typename T>
SharedKeys share_keys(const Fields<T>& fields) {
  return std::make_shared<const std::vector<BoundKey>>(fields.begin(), fields.end());
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

// Fields by what their member is: a pointer to a member of the struct, or `inside`. The unit that ends a
// number's key is the unit it is written in; memory holds SI.

/// A number, a time, a point, or a list of numbers, by the member's type. One that may be left out is held in
/// a `std::optional`.
template <typename Member>
Field<Owner<Member>> number(std::string_view key, Member member, Range range, std::string_view description) {
  return {key, member, numeric_form<MemberType<Member>>(key, range), description};
}

/// `true` or `false`.
template <typename Member>
Field<Owner<Member>> flag(std::string_view key, Member member, std::string_view description) {
  static_assert(std::is_same_v<MemberType<Member>, bool>);
  return {key, member, flag_form(), description};
}

/// Free text.
template <typename Member>
Field<Owner<Member>> text(std::string_view key, Member member, std::string_view description) {
  static_assert(std::is_same_v<MemberType<Member>, std::string>);
  return {key, member, text_form(), description};
}

/// The path of another file, relative to the file that names it.
template <typename Member>
Field<Owner<Member>> file(std::string_view key, Member member, std::string_view description) {
  static_assert(std::is_same_v<MemberType<Member>, std::string>);
  return {key, member, path_form(), description};
}

/// One of a few words, each standing for an enumerator.
template <typename Member>
Field<Owner<Member>> choice(std::string_view key, Member member,
                            std::vector<std::pair<std::string, MemberType<Member>>> words,
                            std::string_view description) {
  return {key, member, choice_form(words), description};
}

/// A map inside the map, with its own fields. One that may be left out is held in a `std::optional`.
template <typename Member, typename Part>
Field<Owner<Member>> section(std::string_view key, Member member, const Fields<Part>& fields,
                             std::string_view description) {
  static_assert(std::is_same_v<HeldType<MemberType<Member>>, Part>);
  return {key, member, section_form<MemberType<Member>>(share_keys(fields)), description};
}

/// A map inside the map, with some of the fields of the struct itself.
template <typename T>
Field<T> section(std::string_view key, const Fields<T>& fields, std::string_view description) {
  return {key, std::identity{}, section_form<T>(share_keys(fields)), description};
}

/// A list of maps, each with the same fields.
template <typename Member, typename Part>
Field<Owner<Member>> list(std::string_view key, Member member, const Fields<Part>& fields, std::size_t least,
                          std::size_t most, std::string_view description) {
  Field<Owner<Member>> field{key, member, list_form<MemberType<Member>>(share_keys(fields), least, most),
                             description};
  for (const Field<Part>& entry : fields) field.entry_keys.push_back(entry.key);
  return field;
}

/// @return The field, whose key must be given; without this its member keeps the default of the struct.
template <typename T>
Field<T> required(Field<T> field) {
  field.needed = true;
  return field;
}

}  // namespace freefloat
