#pragma once

#include <bit>
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "mcap/value_walk.h"

namespace freefloat {

/// A value of an enumeration.
struct NamedValue {
  std::uint8_t number = 0;
  std::string_view name;  ///< lives for ever

  friend bool operator==(const NamedValue& a, const NamedValue& b) { return a.number == b.number; }
};

/// One number or text of a message, by its bits: NaN equals the same NaN, 0.0 differs from -0.0.
struct FieldValue {
  std::variant<bool, std::int64_t, std::uint64_t, double, NamedValue, std::string_view> value;

  friend bool operator==(const FieldValue& a, const FieldValue& b) {
    const double* x = std::get_if<double>(&a.value);
    const double* y = std::get_if<double>(&b.value);
    if (x != nullptr && y != nullptr)
      return std::bit_cast<std::uint64_t>(*x) == std::bit_cast<std::uint64_t>(*y);
    return a.value == b.value;
  }
};

/// The name of the value in hand: `estimate.hand_position_m[0]`. A sequence is named by its elements and
/// comes after its length, `markers.length`; an optional part after `has_<name>`.
class FieldPath {
 public:
  std::string_view path() const { return path_; }

  void field(std::string_view prefix, std::string_view name, auto&& inside) {
    const std::size_t size = path_.size();
    if (size > 0) path_ += '.';
    path_.append(prefix).append(name);
    inside();
    path_.resize(size);
  }

  void element(std::size_t index, auto&& inside) {
    const std::size_t size = path_.size();
    char digits[20];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), index).ptr;
    path_.append("[").append(std::begin(digits), end).append("]");
    inside();
    path_.resize(size);
  }

 private:
  std::string path_;
};

/// Sink that gives every value with its name.
/// @tparam OnField Called with (std::string_view path, const FieldValue& value); both are valid during the
/// call.
template <class OnField>
class NamedValues : public FieldPath {
 public:
  explicit NamedValues(OnField& on_field) : on_field_(on_field) {}

  void put_length(std::size_t count) {
    field("", "length", [&] { put(count); });
  }
  void put_presence(bool there) { put(there); }
  template <class T>
  void put(const T& value) {
    if constexpr (Enumeration<T>) {
      const auto number = static_cast<std::uint8_t>(value);
      const auto& names = kEnumeratorNames<T>;
      give(NamedValue{number, number < names.size() ? names[number] : std::string_view("?")});
    } else if constexpr (TimeLike<T>) {
      give(std::int64_t{nanoseconds_of(value)});
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      give(static_cast<std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>>(value));
    } else {
      give(value);
    }
  }

 private:
  void give(const auto& value) { on_field_(path(), FieldValue{value}); }

  OnField& on_field_;
};

/// Gives every value of `message` to `on_field`, with its name: see NamedValues.
template <Message T, class OnField>
void walk_fields(const T& message, OnField&& on_field) {
  NamedValues<std::remove_reference_t<OnField>> sink(on_field);
  ValueWalk walk(sink);
  describe(walk, message);
}

/// @return The value as people read it; a double in the fewest digits that give the same bits again.
std::string to_text(const FieldValue& value);

/// @return The same; "-" for a field that is not there, null.
inline std::string to_text(const FieldValue* value) {
  return value != nullptr ? to_text(*value) : "-";
}

/// Two fields of the same name that differ, or one that the other message lacks.
struct FieldDifference {
  std::string path;
  std::string a;  ///< as text; "-": not there
  std::string b;
};

/// @param on_difference Called with (path, const FieldValue* a, const FieldValue* b) for every field that
/// differs, in the order of the message; null: not there.
template <Message T, class OnDifference>
void compare_fields(const T& a, const T& b, OnDifference&& on_difference) {
  // Most messages are alike, and alike ones have the same fields in the same order.
  std::vector<std::pair<std::string, FieldValue>> fields;
  walk_fields(a, [&](std::string_view path, const FieldValue& value) { fields.emplace_back(path, value); });
  const FieldValue* const none = nullptr;
  std::size_t next = 0;
  const auto pass_over = [&](std::size_t end) {
    for (; next < end; ++next) on_difference(fields[next].first, &std::as_const(fields[next].second), none);
  };
  walk_fields(b, [&](std::string_view path, const FieldValue& value) {
    std::size_t found = next;
    while (found < fields.size() && fields[found].first != path) ++found;
    if (found == fields.size()) return on_difference(path, none, &value);
    pass_over(found);
    const FieldValue& before = fields[next++].second;
    if (!(before == value)) on_difference(path, &before, &value);
  });
  pass_over(fields.size());
}

/// @return All fields in which the messages differ, by their bits, in the order of the message.
template <Message T>
std::vector<FieldDifference> list_differences(const T& a, const T& b) {
  std::vector<FieldDifference> differences;
  compare_fields(a, b, [&](std::string_view path, const FieldValue* x, const FieldValue* y) {
    differences.push_back({std::string(path), to_text(x), to_text(y)});
  });
  return differences;
}

/// @return The first of them.
template <Message T>
std::optional<FieldDifference> first_difference(const T& a, const T& b) {
  const std::vector<FieldDifference> all = list_differences(a, b);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

}  // namespace freefloat
