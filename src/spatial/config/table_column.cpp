#include "spatial/config/table_column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>

#include "config/yaml/config_texts.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostRows = 2'000'000;

std::vector<std::string_view> split(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::optional<double> number_of(std::string_view cell) {
  while (cell.starts_with(' ')) cell.remove_prefix(1);
  while (cell.ends_with(' ')) cell.remove_suffix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace

TimeSeries read_table_column(const std::string& path, const std::string& column, const ConfigNode& file,
                             const ConfigNode& column_at, Problems& problems) {
  const auto refuse = [&](int line, std::string key, std::string_view value, std::string problem,
                          std::string allowed) {
    problems.add(
        {path, line, std::move(key), std::string(value), std::move(problem), std::move(allowed), {}});
    return TimeSeries{};
  };
  if (const std::string why = why_no_file(path); !why.empty()) {
    problems.add_at(file, "the table " + path + ' ' + why, {}, "name a CSV file");
    return {};
  }
  std::ifstream stream(path);
  std::string line;
  if (!stream || !std::getline(stream, line)) {
    problems.add_at(file, "the table cannot be read, or is empty", {}, "name a CSV file");
    return {};
  }
  const std::string header = line;
  const std::vector<std::string_view> names = split(header);
  const auto time_at = std::find(names.begin(), names.end(), "time_s") - names.begin();
  const auto value_at = std::find(names.begin(), names.end(), column) - names.begin();
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  if (time_at == count) return refuse(1, {}, {}, "there is no column time_s", {});
  if (value_at == count) {
    problems.add_at(column_at, "the table " + path + " has no such column", header.substr(0, 300));
    return {};
  }
  TimeSeries table;
  for (int row = 2; std::getline(stream, line); ++row) {
    if (line.empty() || line == "\r") continue;
    const std::vector<std::string_view> cells = split(line);
    if (static_cast<std::ptrdiff_t>(cells.size()) != count)
      return refuse(row, {}, {}, "has " + std::to_string(cells.size()) + " cells", std::to_string(count));
    const std::string_view time_text = cells[time_at];
    const std::string_view value_text = cells[value_at];
    const auto time = number_of(time_text);
    const auto value = number_of(value_text);
    if (!time) return refuse(row, "time_s", time_text, "is not a finite number", {});
    if (!value) return refuse(row, column, value_text, "is not a finite number", {});
    if (!table.time.empty() && *time <= table.time.back())
      return refuse(row, "time_s", time_text, "times do not rise", "above the row before");
    if (table.time.size() == kMostRows)
      return refuse(row, {}, {}, "the table is too long", std::to_string(kMostRows) + " rows");
    table.time.push_back(*time);
    table.value.push_back(*value);
  }
  if (table.time.empty()) return refuse(0, {}, {}, "the table has no rows", {});
  return table;
}

}  // namespace freefloat
