#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "runlog/cdr.h"
#include "runlog/messages/message.h"

namespace freefloat {

/// Visitor that tells whether every bit of a message's fields is zero, as in a fresh one.
class BlankCheck {
 public:
  bool blank() const { return blank_; }

  template <Number T>
  void operator()(std::string_view, const T& value) {
    const T zero{};
    blank_ = blank_ && std::memcmp(&value, &zero, sizeof zero) == 0;  // -0.0 is not blank
  }
  void operator()(std::string_view, const Vector2& v) {
    for (int i = 0; i < 2; ++i) (*this)("", v[i]);
  }
  void operator()(std::string_view, const Matrix2& m) {
    for (int i = 0; i < 4; ++i) (*this)("", m.data()[i]);
  }
  void operator()(std::string_view, const Time& time) { (*this)("", time.time_since_epoch().count()); }
  void operator()(std::string_view, const JointVector& v) { blank_ = blank_ && v.size() == 0; }
  template <std::size_t N>
  void operator()(std::string_view, const FixedText<N>& text) {
    blank_ = blank_ && text.view().empty();
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

/// Visitor that writes a message's fields as CDR.
class Encoder {
 public:
  explicit Encoder(CdrWriter& out) : out_(out) {}

  template <class T>
  void operator()(std::string_view, const T& value) {
    put(value);
  }

  /// Leaves out what lies beyond `count` as long as it is blank, so that nothing is ever lost.
  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view, const std::array<T, N>& values, const Count& count) {
    std::size_t length = count > Count{0} ? std::min(static_cast<std::size_t>(count), N) : 0;
    for (std::size_t i = N; i > length; --i) {
      if (!is_blank(values[i - 1])) length = i;
    }
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
    } else if constexpr (std::same_as<T, Time>) {
      out_.put<std::int64_t>(value.time_since_epoch().count());
    } else if constexpr (std::same_as<T, Duration>) {
      out_.put<std::int64_t>(value.count());
    } else if constexpr (std::same_as<T, Vector2>) {
      out_.put(value.x());
      out_.put(value.y());
    } else if constexpr (std::same_as<T, Matrix2>) {
      for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 2; ++column) out_.put(value(row, column));
      }
    } else if constexpr (std::same_as<T, JointVector>) {
      out_.put_length(static_cast<std::size_t>(value.size()));
      for (Eigen::Index i = 0; i < value.size(); ++i) out_.put(value[i]);
    } else if constexpr (kIsSquareMatrix<T>) {
      out_.put_length(static_cast<std::size_t>(value.size()));
      for (Eigen::Index i = 0; i < value.size(); ++i) out_.put(value.data()[i]);
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
