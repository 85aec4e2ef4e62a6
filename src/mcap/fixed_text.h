#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace freefloat {

/// Text of at most N bytes without heap memory, so that the loop can hand it to the recorder.
template <std::size_t N>
class FixedText {
 public:
  FixedText() = default;
  FixedText(std::string_view text) noexcept { assign(text); }  // NOLINT(google-explicit-constructor)
  FixedText(const char* text) noexcept { assign(text); }       // NOLINT(google-explicit-constructor)

  /// Keeps the first N bytes, less when the cut would split a UTF-8 character.
  void assign(std::string_view text) noexcept {
    std::size_t size = text.size() < N ? text.size() : N;
    if (size < text.size()) {
      while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    }
    if (size > 0) std::memcpy(characters_.data(), text.data(), size);
    size_ = static_cast<std::uint16_t>(size);
  }

  std::string_view view() const noexcept { return {characters_.data(), size_}; }
  static constexpr std::size_t capacity() { return N; }
  friend bool operator==(const FixedText& a, const FixedText& b) { return a.view() == b.view(); }

 private:
  std::uint16_t size_ = 0;
  std::array<char, N> characters_{};
};

}  // namespace freefloat
