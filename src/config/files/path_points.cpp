#include "config/files/path_points.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <tuple>

#include "config/files/csv_line.h"

namespace freefloat {

namespace {

constexpr const char* kExample = "a line `x_m,y_m`, then one point a line: `0.12,0.30`";

/// Where the two columns stand.
struct Columns {
  std::size_t x = 0;
  std::size_t y = 0;
};

std::optional<Columns> find_columns(const std::vector<std::string>& names) {
  const auto x = std::find(names.begin(), names.end(), "x_m");
  const auto y = std::find(names.begin(), names.end(), "y_m");
  if (x == names.end() || y == names.end()) return std::nullopt;
  return Columns{static_cast<std::size_t>(x - names.begin()), static_cast<std::size_t>(y - names.begin())};
}

}  // namespace

std::vector<Vector2> read_path_points(const std::string& text, const std::string& file, Problems& problems) {
  std::istringstream stream(text);
  std::string line;
  int number = 1;
  const auto refuse = [&](const std::string& key, const std::string& value, const std::string& problem,
                          const std::string& allowed) {
    problems.add({file, number, key, value, problem, allowed, {}});
    return std::vector<Vector2>{};
  };
  std::getline(stream, line);
  const auto columns = find_columns(split_csv(line));
  if (!columns)
    return refuse({}, without_blanks(line).substr(0, 40),
                  "the first line does not name the columns x_m and y_m", kExample);
  std::vector<Vector2> points;
  while (std::getline(stream, line)) {
    ++number;
    if (without_blanks(line).empty()) continue;
    const std::vector<std::string> cells = split_csv(line);
    Vector2 point;
    for (const auto& [column, name, axis] : {std::tuple(columns->x, "x_m", 0), {columns->y, "y_m", 1}}) {
      if (column >= cells.size())
        return refuse(name, without_blanks(line).substr(0, 40), "is missing in this line", kExample);
      const std::optional<double> value = csv_number(cells[column]);
      if (!value || std::abs(*value) > 100.0)
        return refuse(name, cells[column].substr(0, 40), "is not a place on the table",
                      "a number, -100 to 100 m");
      point[axis] = *value;
    }
    if (!points.empty() && (point - points.back()).norm() < 1e-6)
      return refuse({}, without_blanks(line), "is the point of the line before",
                    "points at least 1 um apart");
    if (points.size() == kMostPathPoints)
      return refuse({}, {}, "the path has too many points", "at most " + std::to_string(kMostPathPoints));
    points.push_back(point);
  }
  if (points.size() < 2) return refuse({}, {}, "the path has no two points", kExample);
  return points;
}

}  // namespace freefloat
