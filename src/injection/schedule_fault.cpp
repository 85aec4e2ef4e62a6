#include "injection/schedule_fault.h"

#include <fmt/format.h>

namespace freefloat {

std::vector<std::string> split_at(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + separator.size());
  }
  return parts;
}

std::string schedule_fault(const Injection& injection, double begin_s, double end_s, std::size_t robot_leds) {
  std::string list;
  for (std::string effect : split_at(injection.effects, " + ")) {
    const std::size_t place = effect.find("{target}");
    if (place != std::string::npos)
      effect.replace(place, std::string_view("{target}").size(), std::to_string(robot_leds));
    list += fmt::format("{}{{{}, begin_s: {:.3f}, end_s: {:.3f}}}", list.empty() ? "" : ", ", effect, begin_s,
                        end_s);
  }
  return list;
}

}  // namespace freefloat
