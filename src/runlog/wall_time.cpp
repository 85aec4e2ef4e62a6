#include "runlog/wall_time.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace freefloat {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::string format_local(std::int64_t wall_ns, const char* format) {
  const std::time_t seconds = wall_ns / kSecond;
  std::tm local{};
  localtime_r(&seconds, &local);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), format, &local)};
}

}  // namespace

std::int64_t wall_clock_offset_ns(Time now) {
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  return (std::chrono::duration_cast<Duration>(wall) - now.time_since_epoch()).count();
}

std::int64_t clock_offset_ns(const McapTextMap& identity) {
  std::int64_t offset = 0;
  const std::string text = text_in(identity, kClockOffsetKey);
  std::from_chars(text.data(), text.data() + text.size(), offset);
  return offset;
}

std::string iso_time(std::int64_t wall_ns) {
  std::array<char, 8> milliseconds{};
  std::snprintf(milliseconds.data(), milliseconds.size(), ".%03d",
                static_cast<int>(wall_ns % kSecond / 1'000'000));
  std::string zone = format_local(wall_ns, "%z");  // +0100
  if (zone.size() == 5) zone.insert(zone.begin() + 3, ':');
  return format_local(wall_ns, "%Y-%m-%dT%H:%M:%S") + milliseconds.data() + zone;
}

std::string file_time(std::int64_t wall_ns) {
  return format_local(wall_ns, "%Y-%m-%d_%H%M%S");
}

}  // namespace freefloat
