#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mcap/cdr.h"
#include "mcap/message.h"

namespace freefloat {

/// Visitor that fills a message's fields from CDR; every value is checked before use.
class Decoder {
 public:
  explicit Decoder(CdrReader& in) : in_(in) {}

  template <class T>
  void operator()(std::string_view, T& value) {
    take(value);
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view, std::array<T, N>& values, const Count&) {
    const std::size_t length = take_length(N);
    for (std::size_t i = 0; i < N; ++i) {
      if (i < length) {
        take(values[i]);
      } else {
        values[i] = T{};
      }
    }
  }

 private:
  std::size_t take_length(std::size_t largest) {
    const std::size_t length = in_.take_length(1);
    if (length <= largest) return length;
    in_.fail();
    return 0;
  }

  template <class T>
  void resize(T& matrix, std::size_t length) {
    const auto size = static_cast<Eigen::Index>(length);
    if constexpr (T::ColsAtCompileTime == 1) {
      matrix.resize(size);
    } else {
      Eigen::Index side = 0;
      while (side * side < size) ++side;
      if (side * side != size) in_.fail();
      matrix.resize(in_.failed() ? 0 : side, in_.failed() ? 0 : side);
    }
  }

  template <class T>
  void take(T& value) {
    if constexpr (std::same_as<T, bool>) {
      const auto byte = in_.take<std::uint8_t>();
      if (byte > 1) in_.fail();
      value = byte == 1;
    } else if constexpr (Number<T>) {
      value = in_.take<T>();
    } else if constexpr (std::same_as<T, std::byte>) {
      value = std::byte{in_.take<std::uint8_t>()};
    } else if constexpr (Enumeration<T>) {
      const auto byte = in_.take<std::uint8_t>();
      if (byte >= kEnumeratorNames<T>.size()) in_.fail();
      value = in_.failed() ? T{} : static_cast<T>(byte);
    } else if constexpr (TimeLike<T>) {
      value = T{std::chrono::nanoseconds{in_.take<std::int64_t>()}};
    } else if constexpr (kIsMatrix<T>) {
      if constexpr (kIsDynamicMatrix<T>) resize(value, take_length(T::MaxSizeAtCompileTime));
      for (Eigen::Index i = 0; i < value.size(); ++i) element_of(value, i) = in_.take<double>();
    } else if constexpr (std::same_as<T, std::string>) {
      value = in_.take_text();
    } else if constexpr (kIsFixedText<T>) {
      const std::string_view text = in_.take_text();
      if (text.size() > T::capacity()) in_.fail();
      value.assign(text);
    } else if constexpr (kIsOptional<T>) {
      const auto flag = in_.take<std::uint8_t>();
      if (in_.take_length(1) != flag || flag > 1) in_.fail();
      value.reset();
      if (flag == 1 && !in_.failed()) take(value.emplace());
    } else if constexpr (kIsVector<T>) {
      value.clear();
      const std::size_t length = in_.take_length(1);
      for (std::size_t i = 0; i < length && !in_.failed(); ++i) take(value.emplace_back());
    } else {
      static_assert(Message<T>, "this type has no form in a message");
      describe(*this, value);
    }
  }

  CdrReader& in_;
};

/// @param bytes One CDR message with its four header bytes; may be anything.
/// @param message Filled; of no use when the result is false.
/// @return True when the bytes are exactly one valid message of this type.
template <Message T>
bool decode(std::span<const std::uint8_t> bytes, T& message) {
  CdrReader in(bytes);
  Decoder decoder(in);
  describe(decoder, message);
  return in.finished();
}

}  // namespace freefloat
