#include "hal/odrive/odrive_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace freefloat {
namespace {

constexpr std::size_t kLongestLine = 128;
constexpr std::size_t kMostText = 4096;

int check_of(std::string_view text) {
  unsigned check = 0;
  for (const char c : text) check ^= static_cast<unsigned char>(c);
  return static_cast<int>(check);
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\r' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

constexpr std::string_view kNoSuchAxis = "invalid motor ";
constexpr std::size_t kDecimals = 6;

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <class Number>
std::optional<Number> read_whole(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// @return The number of `%f`.
std::optional<double> read_fixed(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  const std::size_t point = digits.find('.');
  if (point == std::string_view::npos || !is_digits(digits.substr(0, point))) return std::nullopt;
  if (point > 1 && digits.front() == '0') return std::nullopt;
  const std::string_view decimals = digits.substr(point + 1);
  if (decimals.size() != kDecimals || !is_digits(decimals)) return std::nullopt;
  const auto value = read_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

std::string odrive_line(std::string_view command) {
  const std::string line = std::string(command) + ' ';
  return fmt::format("{}*{}\n", line, check_of(line));
}

std::optional<std::string> open_odrive_line(std::string_view line) {
  const std::size_t star = line.rfind('*');
  if (star == std::string_view::npos || line.size() > kLongestLine) return std::nullopt;
  if (read_whole<int>(trimmed(line.substr(star + 1))) != check_of(line.substr(0, star))) return std::nullopt;
  return std::string(trimmed(line.substr(0, star)));
}

std::optional<double> read_odrive_number(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool whole = end != text.c_str() && *end == '\0' && std::isfinite(number);
  return whole ? std::optional(number) : std::nullopt;
}

std::optional<std::array<double, 2>> read_odrive_feedback(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto position = read_fixed(text.substr(0, blank));
  const auto velocity = read_fixed(text.substr(blank + 1));
  if (!position || !velocity) return std::nullopt;
  return std::array<double, 2>{*position, *velocity};
}

std::optional<std::uint32_t> read_odrive_count(std::string_view text) {
  if (!is_digits(text) || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  return read_whole<std::uint32_t>(text);
}

std::optional<double> read_odrive_value(std::string_view text) {
  if (const auto count = read_odrive_count(text)) return *count;
  return read_fixed(text);
}

std::string odrive_tag(std::uint32_t tag) {
  return "f " + std::to_string(tag);
}

std::optional<std::uint32_t> read_odrive_tag(std::string_view text) {
  if (!text.starts_with(kNoSuchAxis)) return std::nullopt;
  return read_odrive_count(text.substr(kNoSuchAxis.size()));
}

void OdriveReader::add(std::span<const std::uint8_t> bytes) {
  if (text_.size() > kMostText) text_.clear();
  text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::string> OdriveReader::take() {
  for (;;) {
    const std::size_t end = text_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    auto line = open_odrive_line(std::string_view(text_).substr(0, end));
    text_.erase(0, end + 1);
    if (line) return line;
    ++failed_checks_;
  }
}

std::string odrive_number(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6f}", value);
}

}  // namespace freefloat
