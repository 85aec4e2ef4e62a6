#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace freefloat {

static_assert(std::endian::native == std::endian::little,
              "MCAP and our CDR are little endian, written without swapping");

template <class T>
concept Number = std::is_arithmetic_v<T>;

/// Growing little-endian byte buffer; keeps its memory when cleared.
class ByteBuffer {
 public:
  void clear() { size_ = 0; }
  void truncate(std::size_t size) { size_ = size < size_ ? size : size_; }
  std::size_t size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), size_}; }

  /// @return Room for `count` more bytes, not initialised, now part of the buffer; valid until the next
  /// growth.
  std::uint8_t* extend(std::size_t count) {
    if (bytes_.size() - size_ < count) bytes_.resize(2 * bytes_.size() + count);
    std::uint8_t* room = bytes_.data() + size_;
    size_ += count;
    return room;
  }

  template <Number T>
  void put(T value) {
    std::memcpy(extend(sizeof value), &value, sizeof value);
  }

  void put_bytes(std::span<const std::uint8_t> bytes) {
    if (!bytes.empty()) std::memcpy(extend(bytes.size()), bytes.data(), bytes.size());
  }

  /// MCAP string: 32-bit length, then the characters.
  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    if (!text.empty()) std::memcpy(extend(text.size()), text.data(), text.size());
  }

  /// Overwrites the number at `offset`, which must have been put before.
  template <Number T>
  void patch(std::size_t offset, T value) {
    std::memcpy(bytes_.data() + offset, &value, sizeof value);
  }

  /// Adds to the 64-bit number at `offset`, which must have been put before.
  void add(std::size_t offset, std::uint64_t summand) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    patch(offset, value + summand);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
};

/// Bounds-checked little-endian reading; after the first failure everything reads as zero or empty.
class ByteView {
 public:
  explicit ByteView(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }

  template <Number T>
  T take() {
    T value{};
    const auto from = take_bytes(sizeof value);
    if (!from.empty()) std::memcpy(&value, from.data(), sizeof value);
    return value;
  }

  std::span<const std::uint8_t> take_bytes(std::uint64_t count) {
    if (failed_ || count > remaining()) {
      failed_ = true;
      return {};
    }
    const auto part = bytes_.subspan(position_, count);
    position_ += count;
    return part;
  }

  /// MCAP string; the view points into the bytes.
  std::string_view take_text() {
    const auto part = take_bytes(take<std::uint32_t>());
    return {reinterpret_cast<const char*>(part.data()), part.size()};
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace freefloat
