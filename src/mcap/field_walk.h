#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "mcap/encode.h"
#include "mcap/message.h"

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

/// Visitor that names every number and text of a message: `estimate.hand_position_m[0]`. A sequence is named
/// by its elements and comes after its length, `markers.length`; an optional part after `has_<name>`.
/// @tparam Sink Called with (std::string_view path, const FieldValue& value); both are valid during the call.
template <class Sink>
class FieldWalk {
 public:
  explicit FieldWalk(Sink& sink) : sink_(sink) {}

  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (kIsOptional<T>) {
      enter("has_", name, [&] { give(value.has_value()); });
      if (value) enter("", name, [&] { walk(*value); });
    } else {
      enter("", name, [&] { walk(value); });
    }
  }

  /// As many elements as the count says.
  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view name, const std::array<T, N>& values, const Count& count) {
    const std::size_t length = used_length(values, count);
    enter("", name, [&] {
      give_length(length);
      for (std::size_t i = 0; i < length; ++i) element(i, [&] { walk(values[i]); });
    });
  }

  /// @param message Whose fields are given to the sink.
  template <Message T>
  void run(const T& message) {
    describe(*this, message);
  }

 private:
  template <class Inside>
  void enter(std::string_view prefix, std::string_view name, Inside&& inside) {
    const std::size_t size = path_.size();
    if (size > 0) path_ += '.';
    path_.append(prefix).append(name);
    inside();
    path_.resize(size);
  }

  template <class Inside>
  void element(std::size_t index, Inside&& inside) {
    const std::size_t size = path_.size();
    char digits[20];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), index).ptr;
    path_.append("[").append(std::begin(digits), end).append("]");
    inside();
    path_.resize(size);
  }

  template <class T>
  void give(const T& value) {
    sink_(std::string_view(path_), FieldValue{value});
  }

  void give_length(std::size_t length) {
    enter("", "length", [&] { give(static_cast<std::uint64_t>(length)); });
  }

  template <class T>
  void walk(const T& value) {
    if constexpr (std::same_as<T, bool> || std::same_as<T, double>) {
      give(value);
    } else if constexpr (std::integral<T>) {
      give(static_cast<std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>>(value));
    } else if constexpr (Enumeration<T>) {
      const auto number = static_cast<std::uint8_t>(value);
      const auto& names = kEnumeratorNames<T>;
      give(NamedValue{number, number < names.size() ? names[number] : std::string_view("?")});
    } else if constexpr (TimeLike<T>) {
      give(nanoseconds_of(value));
    } else if constexpr (kIsMatrix<T>) {
      if (kIsDynamicMatrix<T>) give_length(static_cast<std::size_t>(value.size()));
      for (Eigen::Index i = 0; i < value.size(); ++i) {
        element(static_cast<std::size_t>(i), [&] { give(element_of(value, i)); });
      }
    } else if constexpr (std::same_as<T, std::string>) {
      give(std::string_view(value));
    } else if constexpr (kIsFixedText<T>) {
      give(value.view());
    } else if constexpr (kIsVector<T>) {
      give_length(value.size());
      for (std::size_t i = 0; i < value.size(); ++i) element(i, [&] { walk(value[i]); });
    } else {
      static_assert(Message<T>, "this type has no form in a message");
      describe(*this, value);
    }
  }

  Sink& sink_;
  std::string path_;
};

/// Gives every number and text of `message` to `sink`, named.
template <Message T, class Sink>
void walk_fields(const T& message, Sink&& sink) {
  FieldWalk<Sink> walk(sink);
  walk.run(message);
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
