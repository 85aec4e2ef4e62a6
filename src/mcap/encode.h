#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "mcap/cdr.h"
#include "mcap/message.h"

namespace freefloat {

/// Visitor that tells whether every bit of a message's fields is zero, as in a fresh one.
class BlankCheck {
 public:
  bool blank() const { return blank_; }

  template <class T>
  void operator()(std::string_view, const T& value) {
    if constexpr (Number<T>) {
      const T zero{};
      blank_ = blank_ && std::memcmp(&value, &zero, sizeof zero) == 0;  // -0.0 is not blank
    } else if constexpr (TimeLike<T>) {
      blank_ = blank_ && nanoseconds_of(value) == 0;
    } else if constexpr (kIsDynamicMatrix<T>) {
      blank_ = blank_ && value.size() == 0;
    } else if constexpr (kIsMatrix<T>) {
      for (Eigen::Index i = 0; i < value.size(); ++i) (*this)("", value.data()[i]);
    } else {
      static_assert(kIsFixedText<T>, "this type cannot be in an array of which a part is used");
      blank_ = blank_ && value.view().empty();
    }
  }

 private:
  bool blank_ = true;
};

template <Message T>
bool is_blank(const T& message) {
  BlankCheck check;
  describe(check, message);
  return check.blank();
}

/// @return How many elements of `values` a message holds: `count`, and those behind that are not blank, so
/// that nothing is ever lost.
template <class T, std::size_t N, std::integral Count>
std::size_t used_length(const std::array<T, N>& values, Count count) {
  const std::size_t wanted = count > Count{0} ? std::min(static_cast<std::size_t>(count), N) : 0;
  std::size_t length = N;
  while (length > wanted && is_blank(values[length - 1])) --length;
  return length;
}

/// Visitor that writes a message's fields as CDR.
class Encoder {
 public:
  explicit Encoder(CdrWriter& out) : out_(out) {}

  template <class T>
  void operator()(std::string_view, const T& value) {
    put(value);
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view, const std::array<T, N>& values, const Count& count) {
    const std::size_t length = used_length(values, count);
    out_.put_length(length);
    for (std::size_t i = 0; i < length; ++i) put(values[i]);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      out_.put<std::uint8_t>(value ? 1 : 0);
    } else if constexpr (Number<T>) {
      out_.put(value);
    } else if constexpr (Enumeration<T>) {
      out_.put(static_cast<std::uint8_t>(value));
    } else if constexpr (TimeLike<T>) {
      out_.put(nanoseconds_of(value));
    } else if constexpr (kIsMatrix<T>) {
      if (kIsDynamicMatrix<T>) out_.put_length(static_cast<std::size_t>(value.size()));
      for (Eigen::Index i = 0; i < value.size(); ++i) out_.put(element_of(value, i));
    } else if constexpr (std::same_as<T, std::string>) {
      out_.put_text(value);
    } else if constexpr (kIsFixedText<T>) {
      out_.put_text(value.view());
    } else if constexpr (kIsOptional<T>) {
      out_.put<std::uint8_t>(value ? 1 : 0);
      out_.put_length(value ? 1 : 0);
      if (value) put(*value);
    } else if constexpr (kIsVector<T>) {
      out_.put_length(value.size());
      for (const auto& element : value) put(element);
    } else {
      static_assert(Message<T>, "this type has no form in a message");
      describe(*this, value);
    }
  }

  CdrWriter& out_;
};

/// Replaces what `out` holds by `message`.
template <Message T>
void encode(CdrWriter& out, const T& message) {
  out.clear();
  Encoder encoder(out);
  describe(encoder, message);
}

}  // namespace freefloat
