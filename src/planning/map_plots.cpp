#include "planning/map_plots.h"

#include <fmt/format.h>

#include <cmath>

#include "drawing/axis.h"
#include "drawing/number_format.h"
#include "drawing/style.h"
#include "drawing/svg.h"
#include "report/robot_drawing.h"
#include "report/table_map.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kRoseRadius = 250.0;  // pixels

std::string cell_style(const MapCell& cell) {
  if (!cell.predicted) return "style=\"fill:var(--bad);fill-opacity:.2\"";
  return fmt::format("style=\"fill:var(--c1);fill-opacity:{:.2f}\"", 0.12 + 0.58 * cell.runs.value());
}

std::string cell_text(const MapCell& cell) {
  if (!cell.predicted) return cell.why;
  return fmt::format("captured after {:.1f} s without noise, {} of {} quick runs{}{}", cell.seconds,
                     cell.runs.good, cell.runs.counted, cell.why.empty() ? "" : "; ", cell.why);
}

std::string circle_path(const Vector2& centre, double radius) {
  return make_path(circle_points(centre, radius), false);
}

void draw_frame(const TableMap& map, SvgWriter& svg) {
  svg.rectangle(map.upper_left, map.lower_right - map.upper_left, "tabletop", 3.0);
  const Vector2 half = (map.lower_right - map.upper_left) / (2.0 * map.scale);
  for (const AxisTick& tick : make_linear_axis(-half.x(), half.x(), 9, false).ticks)
    svg.text({map({tick.value, 0.0}).x(), map.lower_right.y() + 15.0}, tick.label, "tick",
             TextAnchor::kMiddle);
  for (const AxisTick& tick : make_linear_axis(-half.y(), half.y(), 9, false).ticks)
    svg.text({map.upper_left.x() - 7.0, map({0.0, tick.value}).y() + 3.8}, tick.label, "tick",
             TextAnchor::kEnd);
  svg.text({map.lower_right.x(), map.lower_right.y() + 29.0}, "x, m", "tick", TextAnchor::kEnd);
  svg.text(map.upper_left - Vector2(7.0, 11.0), "y, m", "tick", TextAnchor::kEnd);
}

void draw_robot(const TableMap& map, const ExperimentPlan& plan, SvgWriter& svg) {
  const RobotParameters& robot = plan.config.controller.robot;
  const RobotState& start = plan.config.sim.start;
  const Vector2 centre = map(estimate_at_start(plan.config).p_WG);
  svg.path(circle_path(centre, plan.workspace.outer * map.scale), "ring");
  if (plan.workspace.inner > 0.0) svg.path(circle_path(centre, plan.workspace.inner * map.scale), "ring");
  Polyline outline = satellite_outline(robot, start);
  outline.push_back(outline.front());
  svg.begin_group("solid");
  svg.path(make_path(map(outline), false), "body");
  const Polyline arm = map(arm_points(robot, start));
  svg.path(make_path(arm, false), "arm");
  for (std::size_t k = 0; k + 1 < arm.size(); ++k) svg.circle(arm[k], 3.2, "joint");
  svg.circle(arm.back(), 4.0, "hand");
  svg.end_group();
}

void draw_standing(const CaptureMap& map, const ExperimentPlan& plan, SvgWriter& svg) {
  const TableMap table = make_table_map(plan.config.controller.table);
  draw_frame(table, svg);
  const Vector2 size((table.lower_right.x() - table.upper_left.x()) / map.columns,
                     (table.lower_right.y() - table.upper_left.y()) / map.rows);
  for (const MapCell& cell : map.cells) {
    if (!cell.possible) continue;
    svg.begin_group("", cell_style(cell));
    svg.rectangle(table({cell.x, cell.y}) - 0.5 * size + Vector2(0.5, 0.5), size - Vector2(1, 1), "");
    svg.tool_tip(cell_text(cell));
    svg.end_group();
  }
  draw_robot(table, plan, svg);
  svg.set_height(table.lower_right.y() + 36.0);
}

/// A piece of a ring, pixels.
Polyline wedge(const Vector2& centre, double inner, double outer, double middle, double width) {
  constexpr int kPoints = 6;
  Polyline points;
  const auto add = [&](double radius, double angle) {
    points.emplace_back(centre.x() + radius * std::cos(angle), centre.y() - radius * std::sin(angle));
  };
  for (int i = 0; i <= kPoints; ++i) add(outer, middle + width * (static_cast<double>(i) / kPoints - 0.5));
  for (int i = kPoints; i >= 0; --i) add(inner, middle + width * (static_cast<double>(i) / kPoints - 0.5));
  points.push_back(points.front());
  return points;
}

void draw_moving(const CaptureMap& map, SvgWriter& svg) {
  const Vector2 centre(0.5 * kTopViewWidth, kRoseRadius + 30.0);
  const double step = map.rows > 1 ? map.cells[map.columns].y - map.cells[0].y : 0.01;
  const double scale = kRoseRadius / (map.cells.back().y + 0.5 * step);
  for (const MapCell& cell : map.cells) {
    if (!cell.possible) continue;
    svg.begin_group("", cell_style(cell));
    svg.path(make_path(wedge(centre, scale * (cell.y - 0.5 * step) + 0.5, scale * (cell.y + 0.5 * step) - 0.5,
                             deg_to_rad(cell.x), deg_to_rad(360.0 / map.columns) - 0.004),
                       false),
             "");
    svg.tool_tip(fmt::format("{:.0f} mm/s towards {:.0f}°: ", 1e3 * cell.y, cell.x) + cell_text(cell));
    svg.end_group();
  }
  for (int row = 0; row < map.rows; ++row) {
    const double speed = map.cells[row * map.columns].y;
    svg.text(centre + Vector2(4.0, 4.0 - scale * speed), format_fixed(1e3 * speed, 0) + " mm/s", "note");
  }
  for (const double angle : {0.0, 90.0, 180.0, 270.0}) {
    const double a = deg_to_rad(angle);
    svg.text(centre + Vector2(std::cos(a), -std::sin(a)) * (kRoseRadius + 18.0) + Vector2(0.0, 4.0),
             format_fixed(angle, 0) + "°", "tick", TextAnchor::kMiddle);
  }
  svg.set_height(2.0 * kRoseRadius + 66.0);
}

}  // namespace

Figure draw_capture_map(const CaptureMap& map, const ExperimentPlan& plan, bool standalone) {
  const bool standing = map.kind == MapKind::kStanding;
  const Share share = captured_share(map);
  Figure figure;
  figure.over_time = false;
  figure.heading = standing ? "Standing targets that can be captured from here"
                            : "Moving targets that can be captured from here";
  figure.caption = fmt::format(
      "{} {} of {}. Blue: captured, the paler the more quick runs fail; red: refused without noise; bare: no "
      "target can be there. Each field says more under the pointer.",
      standing ? "Places on the table:"
               : "Direction of motion around, speed outwards, from the target's place:",
      share.good, share.counted);
  SvgWriter svg(kTopViewWidth, 0.0, standing ? "map-standing" : "map-moving", figure.heading, figure.caption);
  if (standalone) svg.make_standalone(std::string(theme_style()) + std::string(picture_style()));
  if (standing) {
    draw_standing(map, plan, svg);
  } else if (!map.cells.empty()) {
    draw_moving(map, svg);
  }
  figure.svg = svg.finish();
  return figure;
}

}  // namespace freefloat
