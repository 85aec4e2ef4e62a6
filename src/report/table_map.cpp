#include "report/table_map.h"

#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"
#include "drawing/plot.h"
#include "report/plot_curves.h"
#include "report/robot_drawing.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLeft = 42.0;
constexpr double kTop = 24.0;  // room for the upright axis's name above its numbers
constexpr double kRight = 12.0;
constexpr std::size_t kMostFrames = 500;
constexpr double kLongestPlay = 12.0;  // s of the viewer's time

}  // namespace

Polyline TableMap::operator()(const Polyline& points) const {
  Polyline pixels;
  pixels.reserve(points.size());
  for (const Vector2& point : points) pixels.push_back((*this)(point));
  return pixels;
}

TableMap make_table_map(const TableParameters& table) {
  Vector2 size = table.size;
  if (!size.allFinite() || size.minCoeff() <= 0.0) size = {1.8, 1.8};
  TableMap map;
  map.scale = (kTopViewWidth - kLeft - kRight) / size.x();
  map.upper_left = {kLeft, kTop};
  map.lower_right = {kTopViewWidth - kRight, kTop + map.scale * size.y()};
  map.origin = (map.upper_left + map.lower_right) / 2.0;
  return map;
}

const RobotState* known_state(const CycleRecord& sample) {
  const StateEstimate& estimate = sample.output.estimate;
  if (estimate.valid) return &estimate.robot;
  return sample.truth ? &sample.truth->robot : nullptr;
}

Vector2 known_target(const CycleRecord& sample) {
  const StateEstimate& estimate = sample.output.estimate;
  if (estimate.valid && estimate.target.valid) return estimate.target.p_WT;
  if (sample.truth) return sample.truth->target.p;
  return Vector2::Constant(kUnknown);
}

std::optional<double> known_target_attitude(const CycleRecord& sample) {
  const StateEstimate& estimate = sample.output.estimate;
  if (estimate.valid && estimate.target.valid && estimate.target.turns) return estimate.target.theta_WT;
  if (sample.truth) return sample.truth->target.theta;
  return std::nullopt;
}

std::string make_motion_data(const RunRecord& record) {
  const TableMap map = make_table_map(record.config.controller.table);
  const auto [begin, end] = time_range(record);
  const double speed = std::max(1.0, std::round((end - begin) / kLongestPlay));
  std::string json = "{\"begin\":" + format_coordinate(begin, 3) + ",\"end\":" + format_coordinate(end, 3) +
                     ",\"speed\":" + format_coordinate(speed, 0) +
                     ",\"width\":" + format_coordinate(kPlotWidth) +
                     ",\"left\":" + format_coordinate(kPlotLeft) +
                     ",\"right\":" + format_coordinate(kPlotRight) + ",\"frames\":[";
  const auto append = [&json](double value, int decimals) {
    json += "," + format_coordinate(value, decimals);
  };
  const std::size_t stride =
      std::max<std::size_t>(1, (record.samples.size() + kMostFrames - 1) / kMostFrames);
  bool first = true;
  for (std::size_t i = 0; i < record.samples.size(); i += stride) {
    const RobotState* state = known_state(record.samples[i]);
    if (state == nullptr) continue;
    const std::vector<Vector2> arm = arm_points(record.config.controller.robot, *state);
    if (arm.empty()) continue;
    json += first ? "[" : ",[";
    first = false;
    json += format_coordinate(to_seconds(record.samples[i].output.now), 2);
    const Vector2 body = map(state->p_WB);
    append(body.x(), 1);
    append(body.y(), 1);
    append(-rad_to_deg(state->theta_WB), 1);
    const Vector2 target = map(known_target(record.samples[i]));
    if (target.allFinite()) {
      append(target.x(), 1);
      append(target.y(), 1);
    } else {
      json += ",null,null";
    }
    for (const Vector2& point : arm) {
      append(map(point).x(), 1);
      append(map(point).y(), 1);
    }
    json += "]";
  }
  return json + "]}";
}

}  // namespace freefloat
