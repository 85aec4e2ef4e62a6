#include "drawing/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace freefloat {

namespace {

std::string to_fixed(double value, int decimals) {
  std::array<char, 400> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return {buffer.data(), result.ptr};
}

/// Zeros at the end of a fraction tell nothing.
void trim_fraction(std::string& text) {
  if (text.find('.') == std::string::npos) return;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
}

bool is_zero_text(const std::string& text) {
  return text.find_first_not_of("-0.") == std::string::npos;
}

/// Length of the well-formed UTF-8 character at `i`, or 0.
std::size_t character_length(std::string_view text, std::size_t i) {
  const auto lead = static_cast<unsigned char>(text[i]);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and code points past the last one.
  const auto second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0x80;
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

}  // namespace

std::string format_fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  std::string text = to_fixed(value, std::max(decimals, 0));
  if (text.front() != '-') return text;
  text.erase(0, 1);
  return is_zero_text(text) ? text : "−" + text;
}

std::string format_significant(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  if (value == 0.0) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  return format_fixed(value, std::clamp(digits - 1 - magnitude, 0, 12));
}

std::string format_short(double value, int digits) {
  std::string text = format_significant(value, digits);
  trim_fraction(text);
  return text;
}

std::string format_coordinate(double value, int decimals) {
  if (!std::isfinite(value)) return "0";
  std::string text = to_fixed(value, decimals);
  trim_fraction(text);
  return is_zero_text(text) ? "0" : text;
}

std::string format_power_of_ten(int exponent) {
  static constexpr std::array<std::string_view, 10> kRaised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += kRaised[digit - '0'];
  return text;
}

std::string escape_markup(std::string_view text) {
  static constexpr std::string_view kSpecial = "&<>\"'";
  static constexpr std::string_view kEscapes[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    if (length != 1) {
      escaped += length == 0 ? std::string_view("?") : text.substr(i, length);
      i += std::max<std::size_t>(length, 1);
      continue;
    }
    const char c = text[i++];
    const std::size_t special = kSpecial.find(c);
    if (special != std::string_view::npos) {
      escaped += kEscapes[special];
    } else {
      escaped += (c == '\n' || static_cast<unsigned char>(c) >= 0x20) && c != 0x7F ? c : ' ';
    }
  }
  return escaped;
}

int count_characters(std::string_view text) {
  return static_cast<int>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace freefloat
