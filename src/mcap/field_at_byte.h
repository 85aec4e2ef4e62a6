#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "mcap/encode.h"

namespace freefloat {

/// Visitor that writes a message as CDR until it has passed a byte, and knows the name of the field there.
class ByteOwner {
 public:
  /// @param at Position in the message, header included.
  explicit ByteOwner(std::size_t at) : at_(at) {}

  const std::string& name() const { return found_; }

  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (kIsOptional<T>) {
      write("has_", name, [&](Encoder& encoder) { encoder(name, T{}); });
      if (value) inside(name, [&] { (*this)("", *value); });
    } else if constexpr (Message<T>) {
      inside(name, [&] { describe(*this, value); });
    } else {
      write("", name, [&](Encoder& encoder) { encoder(name, value); });
    }
  }

  template <class T, std::size_t N, std::integral Count>
  void used(std::string_view name, const std::array<T, N>& values, const Count& count) {
    const std::size_t length = used_length(values, count);
    write("", std::string(name) + ".length", [&](Encoder&) { cdr_.put_length(length); });
    for (std::size_t i = 0; i < length; ++i)
      (*this)(std::string(name) + "[" + std::to_string(i) + "]", values[i]);
  }

 private:
  template <class Inside>
  void inside(std::string_view name, Inside&& walk) {
    const std::size_t size = path_.size();
    if (!path_.empty() && !name.empty()) path_ += '.';
    path_ += name;
    walk();
    path_.resize(size);
  }

  template <class Write>
  void write(std::string_view prefix, std::string_view name, Write&& write_field) {
    if (!found_.empty()) return;
    Encoder encoder(cdr_);
    write_field(encoder);
    if (cdr_.bytes().size() <= at_) return;
    inside(std::string(prefix).append(name), [&] { found_ = path_; });
  }

  const std::size_t at_;
  CdrWriter cdr_;
  std::string path_;
  std::string found_;
};

/// @param at Position of a byte in the message as it is encoded, its four header bytes included.
/// @return The field to which the byte belongs, with the padding before it; empty: behind the message.
template <Message T>
std::string field_at_byte(const T& message, std::size_t at) {
  if (at < kCdrHeader.size()) return "header";
  ByteOwner owner(at);
  describe(owner, message);
  return owner.name();
}

}  // namespace freefloat
