#include "config/files/csv_line.h"

#include <charconv>
#include <cmath>

namespace freefloat {

std::string without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

std::vector<std::string> split_csv(std::string_view line) {
  std::vector<std::string> cells;
  std::size_t begin = 0;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',', begin)) {
    cells.push_back(without_blanks(line.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  cells.push_back(without_blanks(line.substr(begin)));
  return cells;
}

std::optional<double> csv_number(const std::string& cell) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace freefloat
