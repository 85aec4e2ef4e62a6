#include "app/command_line/number_list.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "config/files/csv_line.h"

namespace freefloat {

tl::expected<std::vector<double>, std::string> parse_number_list(std::string_view text) {
  std::vector<double> numbers;
  for (const std::string& item : split_csv(text)) {
    const std::optional<double> number = csv_number(item);
    if (!number) return tl::unexpected(fmt::format("'{}' is not a finite number", item));
    numbers.push_back(*number);
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
