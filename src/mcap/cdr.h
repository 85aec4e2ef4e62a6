#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "mcap/byte_buffer.h"

namespace freefloat {

/// The four bytes before every message: classic CDR (XCDR1), little endian, no options.
inline constexpr std::array<std::uint8_t, 4> kCdrHeader{0, 1, 0, 0};

/// Writes one CDR message. Every number is aligned to its own size, counted from the end of the four header
/// bytes.
class CdrWriter {
 public:
  CdrWriter() { clear(); }

  /// Starts a new message in the same memory.
  void clear() {
    buffer_.clear();
    buffer_.put_bytes(kCdrHeader);
  }

  template <Number T>
  void put(T value) {
    align(sizeof value);
    buffer_.put(value);
  }

  void put_length(std::size_t count) { put(static_cast<std::uint32_t>(count)); }

  /// Length with the closing zero, the characters, the zero.
  void put_text(std::string_view text) {
    put_length(text.size() + 1);
    std::uint8_t* room = buffer_.extend(text.size() + 1);
    if (!text.empty()) std::memcpy(room, text.data(), text.size());
    room[text.size()] = 0;
  }

  std::span<const std::uint8_t> bytes() const { return buffer_.bytes(); }

 private:
  void align(std::size_t size) {
    const std::size_t padding = (kCdrHeader.size() - buffer_.size()) & (size - 1);
    if (padding != 0) std::memset(buffer_.extend(padding), 0, padding);
  }

  ByteBuffer buffer_;
};

/// Reads one CDR message; never reads outside it. After the first failure everything reads as zero or empty.
class CdrReader {
 public:
  explicit CdrReader(std::span<const std::uint8_t> bytes) : view_(bytes) {
    const auto header = view_.take_bytes(kCdrHeader.size());
    if (header.size() != kCdrHeader.size() || header[0] != kCdrHeader[0] || header[1] != kCdrHeader[1])
      fail();
  }

  template <Number T>
  T take() {
    view_.take_bytes((kCdrHeader.size() - view_.position()) & (sizeof(T) - 1));
    return view_.template take<T>();
  }

  /// @param smallest Fewest bytes that one element takes, so that a damaged length cannot ask for much
  /// memory.
  /// @return The element count, zero when it cannot fit in what is left.
  std::size_t take_length(std::size_t smallest) {
    const auto count = take<std::uint32_t>();
    if (count > view_.remaining() / smallest) {
      fail();
      return 0;
    }
    return count;
  }

  /// The view points into the message.
  std::string_view take_text() {
    const auto part = view_.take_bytes(take<std::uint32_t>());
    if (part.empty() || part.back() != 0) {
      fail();
      return {};
    }
    return {reinterpret_cast<const char*>(part.data()), part.size() - 1};
  }

  void fail() { failed_ = true; }
  bool failed() const { return failed_ || view_.failed(); }

  /// @return True when the message was read without failure and to its last byte.
  bool finished() const { return !failed() && view_.remaining() == 0; }

 private:
  ByteView view_;
  bool failed_ = false;
};

}  // namespace freefloat
