#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/fields/numeric_schema.h"
#include "config/fields/numeric_value.h"
#include "config/yaml/config_node.h"

namespace freefloat {

/// How the value behind a key is read, written and described, whatever struct its member stands in: compiled
/// once a type of member, and not for each of some 600 keys. `member` points to that member.
struct ValueForm {
  std::string wanted;  ///< what is to be written, for messages
  std::function<void(const ConfigNode&, void* member, Problems&)> read;
  std::function<Json(const void* member)> write;  ///< null: nothing to write
  std::function<Json()> schema;                   ///< of the value alone
};

/// The `format` of a path in a schema.
inline constexpr const char* kPathFormat = "path";

/// A number, a time, a point, or a list of numbers; the key ends in the unit that it is written in.
/// @tparam Value The member's type, or `std::optional` of one. For another type than those at the end of
/// value_form.cpp, add a line there.
template <typename Value>
ValueForm numeric_form(std::string_view key, Range range);

/// `true` or `false`, a `bool`.
ValueForm flag_form();

/// Free text, a `std::string`.
ValueForm text_form();

/// The path of another file, relative to the file that names it; a `std::string`.
ValueForm path_form();

/// One of a few words.
/// @param words As they are written.
/// @param set Stores the word of this index.
/// @param get The index of the member's word; that of no word when it stands for none.
ValueForm word_form(std::vector<std::string> words, const std::function<void(void* member, std::size_t)>& set,
                    const std::function<std::size_t(const void* member)>& get);

/// One of a few words, each standing for an enumerator.
template <typename Enum>
ValueForm choice_form(const std::vector<std::pair<std::string, Enum>>& words) {
  std::vector<std::string> names;
  std::vector<Enum> values;
  for (const auto& [name, value] : words) {
    names.push_back(name);
    values.push_back(value);
  }
  return word_form(
      std::move(names),
      [values](void* member, std::size_t word) { *static_cast<Enum*>(member) = values[word]; },
      [values](const void* member) {
        const auto found = std::find(values.begin(), values.end(), *static_cast<const Enum*>(member));
        return found - values.begin();
      });
}

}  // namespace freefloat
