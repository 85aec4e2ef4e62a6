#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "mcap/message.h"

namespace freefloat {

/// Visitor that takes a message apart into its single values, in the order of the bytes.
/// @tparam Sink Its `field(prefix, name, inside)` and `element(index, inside)` call `inside()`, which gives
/// what is in the field or element: by `put(value)` a bool, number, enumeration, time or text, by
/// `put_length(count)` that of the elements that follow, by `put_presence(there)` whether an optional part
/// follows.
template <class Sink>
class ValueWalk {
 public:
  explicit ValueWalk(Sink& sink) : sink_(sink) {}

  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (kIsOptional<T>) {
      sink_.field("has_", name, [&] { sink_.put_presence(value.has_value()); });
      if (value) sink_.field("", name, [&] { walk(*value); });
    } else {
      sink_.field("", name, [&] { walk(value); });
    }
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view name, const std::array<T, N>& values, const Count& count);

 private:
  template <class T>
  void walk(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || Enumeration<T> || TimeLike<T>) {
      sink_.put(value);
    } else if constexpr (std::same_as<T, std::byte>) {
      sink_.put(std::to_integer<std::uint8_t>(value));
    } else if constexpr (std::same_as<T, std::string>) {
      sink_.put(std::string_view(value));
    } else if constexpr (kIsFixedText<T>) {
      sink_.put(value.view());
    } else if constexpr (kIsMatrix<T>) {
      if (kIsDynamicMatrix<T>) sink_.put_length(value.size());
      for (Eigen::Index i = 0; i < value.size(); ++i)
        sink_.element(i, [&] { sink_.put(element_of(value, i)); });
    } else if constexpr (kIsVector<T>) {
      walk_elements(value, value.size());
    } else {
      static_assert(Message<T>, "this type has no form in a message");
      describe(*this, value);
    }
  }

  void walk_elements(const auto& values, std::size_t length) {
    sink_.put_length(length);
    for (std::size_t i = 0; i < length; ++i) sink_.element(i, [&] { walk(values[i]); });
  }

  Sink& sink_;
};

/// For sinks that need no names.
struct WithoutNames {
  void field(std::string_view, std::string_view, auto&& inside) { inside(); }
  void element(std::size_t, auto&& inside) { inside(); }
};

/// Sink that tells whether every bit is zero, as in a fresh message.
struct BlankCheck : WithoutNames {
  bool blank = true;

  void put_length(std::size_t count) { blank = blank && count == 0; }
  void put_presence(bool there) { blank = blank && !there; }
  void put(std::string_view text) { blank = blank && text.empty(); }
  template <class T>
  void put(const T& value) {
    const T zero{};
    // The bits count: -0.0 is not blank.
    blank = blank &&
            std::memcmp(&value, &zero, sizeof zero) == 0;  // NOLINT(bugprone-suspicious-memory-comparison)
  }
};

/// As many elements as the count says, and those behind that are not blank, so that nothing is ever lost.
template <class Sink>
template <class T, std::size_t N, std::integral Count>
void ValueWalk<Sink>::used(std::string_view name, const std::array<T, N>& values, const Count& count) {
  const auto is_blank = [](const T& message) {
    BlankCheck check;
    ValueWalk<BlankCheck> walk(check);
    describe(walk, message);
    return check.blank;
  };
  const std::size_t wanted = count > Count{0} ? std::min(static_cast<std::size_t>(count), N) : 0;
  std::size_t length = N;
  while (length > wanted && is_blank(values[length - 1])) --length;
  sink_.field("", name, [&] { walk_elements(values, length); });
}

}  // namespace freefloat
