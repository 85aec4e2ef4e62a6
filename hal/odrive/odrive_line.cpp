#include "hal/odrive/odrive_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

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

}  // namespace

std::string odrive_line(std::string_view command) {
  std::string line(command);
  line += ' ';
  return line + "*" + std::to_string(check_of(line)) + "\n";
}

std::optional<std::string> open_odrive_line(std::string_view line) {
  const std::size_t star = line.rfind('*');
  if (star == std::string_view::npos || line.size() > kLongestLine) return std::nullopt;
  const std::string_view digits = trimmed(line.substr(star + 1));
  int check = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), check);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || check != check_of(line.substr(0, star))) return std::nullopt;
  return std::string(trimmed(line.substr(0, star)));
}

std::optional<std::array<double, 2>> read_odrive_numbers(const std::string& text, int count) {
  std::array<double, 2> numbers{};
  const char* at = text.c_str();
  for (int i = 0; i < count; ++i) {
    char* end = nullptr;
    numbers[static_cast<std::size_t>(i)] = std::strtod(at, &end);
    if (end == at || !std::isfinite(numbers[static_cast<std::size_t>(i)])) return std::nullopt;
    at = end;
  }
  return *at == '\0' ? std::optional(numbers) : std::nullopt;
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
  std::array<char, 32> text;
  const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
  const int size = std::snprintf(text.data(), text.size(), whole ? "%.0f" : "%.6f", value);
  return {text.data(), static_cast<std::size_t>(std::max(size, 0))};
}

}  // namespace freefloat
