#include "app/command_line/number_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace freefloat {

tl::expected<std::vector<double>, std::string> parse_number_list(std::string_view text) {
  std::vector<double> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view item = text.substr(begin, end - begin);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    double number = 0.0;
    const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), number);
    if (error != std::errc{} || stop != item.data() + item.size() || !std::isfinite(number)) {
      return tl::unexpected(fmt::format("'{}' is not a finite number", item));
    }
    numbers.push_back(number);
    begin = end + 1;
  }
  return numbers;
}

Eigen::VectorXd read_number_list(const char* flag, const std::string& text, Eigen::Index count,
                                 const std::string& names) {
  const auto list = parse_number_list(text);
  if (!list) throw std::invalid_argument(fmt::format("{} {}: {}", flag, text, list.error()));
  if (static_cast<Eigen::Index>(list->size()) != count) {
    throw std::invalid_argument(fmt::format("{} {}: {} numbers are given, {} are wanted: {}", flag, text,
                                            list->size(), count, names));
  }
  return Eigen::Map<const Eigen::VectorXd>(list->data(), count);
}

}  // namespace freefloat
