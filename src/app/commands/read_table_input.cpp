#include "app/commands/read_table_input.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "app/output/answer.h"
#include "config/files/csv_line.h"
#include "runlog/run_reader.h"

namespace freefloat {

std::vector<SurveyedPoint> read_points(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("'" + path + "' cannot be read");
  std::vector<SurveyedPoint> points;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (without_blanks(line).empty() || line.starts_with('#') || line.starts_with("name")) continue;
    const std::vector<std::string> cells = split_csv(line);
    std::array<std::optional<double>, 5> values{};
    for (std::size_t i = 0; i < values.size() && i + 1 < cells.size(); ++i)
      values[i] = csv_number(cells[i + 1]);
    if (std::find(values.begin(), values.end(), std::nullopt) != values.end()) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": '" + line +
                               "' is not `name, x_m, y_m, z_m, u_px, v_px`");
    }
    SurveyedPoint point;
    point.name = cells[0];
    point.p_W = {*values[0], *values[1], *values[2]};
    point.uv = {*values[3], *values[4]};
    point.written = path + ":" + std::to_string(number);
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<LedPicture> read_led_pictures(const std::string& path, std::size_t led_count, int most) {
  RunReader reader = value_or_throw(RunReader::open(path));
  std::vector<LedPicture> all;
  while (const RunItem* item = reader.next()) {
    if (item->cycle == nullptr || !item->cycle->input.markers) continue;
    const MarkerFrame& frame = *item->cycle->input.markers;
    if (frame.marker_count < static_cast<int>(led_count)) {
      throw std::runtime_error(path + " has " + std::to_string(frame.marker_count) +
                               " LEDs, the robot's file " + std::to_string(led_count));
    }
    LedPicture picture;
    for (std::size_t i = 0; i < led_count; ++i) {
      picture.seen.push_back(frame.markers[i].seen);
      picture.uv.push_back(frame.markers[i].uv_px);
    }
    if (std::none_of(picture.seen.begin(), picture.seen.end(), [](bool seen) { return seen; })) continue;
    // What stands still tells nothing new.
    const auto moved = [&](const LedPicture& before) {
      for (std::size_t i = 0; i < led_count; ++i) {
        if (!picture.seen[i] || !before.seen[i] || (picture.uv[i] - before.uv[i]).norm() > 1.0) return true;
      }
      return false;
    };
    if (all.empty() || moved(all.back())) all.push_back(std::move(picture));
  }
  if (all.empty()) throw std::runtime_error(path + " holds no LEDs");
  std::vector<LedPicture> chosen;
  const std::size_t count = std::min(all.size(), static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(std::move(all[i * all.size() / count]));
  return chosen;
}

}  // namespace freefloat
