#include "hal/opencv/picture_times.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "hal/hal_error.h"

namespace freefloat {
namespace {

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc{} && result.ptr == text.data() + text.size();
}

std::optional<std::pair<std::uint64_t, Time>> parse_line(std::string_view line) {
  const std::size_t comma = line.find(',');
  std::uint64_t sequence = 0;
  std::int64_t nanoseconds = 0;
  if (comma == std::string_view::npos || !parse(line.substr(0, comma), sequence) ||
      !parse(line.substr(comma + 1), nanoseconds)) {
    return std::nullopt;
  }
  return std::pair{sequence, Time{Duration{nanoseconds}}};
}

}  // namespace

std::string picture_file_name(std::uint64_t sequence) {
  return fmt::format("{:08}.png", sequence);
}

std::map<std::uint64_t, Time> read_picture_times(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw HalError("'" + path + "' cannot be read");
  std::map<std::uint64_t, Time> times;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::string place = path + ":" + std::to_string(number) + ": ";
    if (number == 1) {
      if (line != kPictureTimesHeader)
        throw HalError(fmt::format("{}is '{}', must be '{}'", place, line, kPictureTimesHeader));
      continue;
    }
    if (line.empty()) continue;
    const auto entry = parse_line(line);
    if (!entry)
      throw HalError(fmt::format("{}'{}' is not a picture number, a comma and nanoseconds", place, line));
    if (!times.empty() &&
        (entry->first <= times.rbegin()->first || entry->second <= times.rbegin()->second)) {
      throw HalError(place + "number and time must be larger than in the line before");
    }
    times.insert(times.end(), *entry);
  }
  return times;
}

}  // namespace freefloat
