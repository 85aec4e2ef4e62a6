#include "report/top_view_ground.h"

#include "drawing/axis.h"
#include "drawing/number_format.h"

namespace freefloat {

namespace {

constexpr int kWorkspaceOrder = 6;  // in the legend

std::string circle_path(const Vector2& centre, double radius) {
  const std::string r = format_coordinate(radius);
  return "M" + format_coordinate(centre.x() - radius) + " " + format_coordinate(centre.y()) + "a" + r + " " +
         r + " 0 1 0 " + format_coordinate(2.0 * radius) + " 0a" + r + " " + r + " 0 1 0 " +
         format_coordinate(-2.0 * radius) + " 0z";
}

}  // namespace

void draw_table(Scene& scene) {
  const TableMap& map = scene.map;
  SvgWriter& svg = scene.svg;
  const Vector2 size = map.lower_right - map.upper_left;
  svg.rectangle(map.upper_left, size, "tabletop", 3.0);
  const Vector2 half = size / (2.0 * map.scale);
  const Axis x_axis = make_linear_axis(-half.x(), half.x(), 9, false);
  for (const AxisTick& tick : x_axis.ticks) {
    const double x = map({tick.value, 0.0}).x();
    svg.line({x, map.upper_left.y()}, {x, map.lower_right.y()}, "grid");
    svg.text({x, map.lower_right.y() + 15.0}, tick.label, "tick", TextAnchor::kMiddle);
  }
  for (const AxisTick& tick : make_linear_axis(-half.y(), half.y(), 9, false).ticks) {
    const double y = map({0.0, tick.value}).y();
    svg.line({map.upper_left.x(), y}, {map.lower_right.x(), y}, "grid");
    svg.text({map.upper_left.x() - 7.0, y + 3.8}, tick.label, "tick", TextAnchor::kEnd);
  }
  svg.text({map.lower_right.x(), map.lower_right.y() + 29.0}, "x, m", "tick", TextAnchor::kEnd);
  svg.text(map.upper_left - Vector2(7.0, 11.0), "y, m", "tick", TextAnchor::kEnd);
  const double margin = scene.record.config.controller.table.edge_margin * map.scale;
  if (margin > 0.0 && 2.0 * margin < size.minCoeff()) {
    svg.rectangle(map.upper_left + Vector2::Constant(margin), size - Vector2::Constant(2.0 * margin),
                  "margin");
    scene.legend.push_back({"table edge margin", "margin", 9});
  }
}

void draw_workspace(Scene& scene) {
  const RunRecord& record = scene.record;
  if (record.samples.empty()) return;
  // The workspace travels with the mass centre: it is drawn where it was at the end of the motion.
  const auto mass_centre = [&record](std::size_t i) -> Vector2 {
    const CycleRecord& sample = record.samples[i];
    if (sample.output.estimate.valid) return sample.output.estimate.p_WG;
    return sample.truth ? sample.truth->p_WG : Vector2::Constant(kUnknown);
  };
  const Vector2 end = scene.map(mass_centre(scene.span.last));
  const Vector2 start = scene.map(mass_centre(scene.span.first));
  if (!end.allFinite()) return;
  const bool drifted = start.allFinite() && (end - start).norm() > 8.0;
  const auto area = [&](double inner, double outer, const std::string& text, int order) {
    if (!(outer > 0.0)) return;
    inner *= scene.map.scale;
    outer *= scene.map.scale;
    const std::string edges = circle_path(end, outer) + (inner > 0.0 ? circle_path(end, inner) : "");
    scene.svg.path(edges, "annulus");
    scene.svg.path(edges, "ring");
    scene.labels.avoid(circle_points(end, outer));
    if (drifted) scene.svg.path(circle_path(start, outer), "ringstart");
    scene.legend.push_back({text, "annulus", order, LegendEntry::Symbol::kArea});
    if (drifted) scene.legend.push_back({"its edge at the start", "ringstart", order + 1});
  };
  const auto edge = [&](double radius, const std::string& text, int order) {
    if (!(radius > 0.0)) return;
    scene.svg.path(circle_path(end, radius * scene.map.scale), "gws");
    scene.labels.avoid(circle_points(end, radius * scene.map.scale));
    scene.legend.push_back({text, "gws", order});
  };
  if (record.config.controller.robot.joint_count() > 2) {
    // The arm can be led past singular postures: what counts is where the hand can be.
    area(record.any_attitude.inner, record.any_attitude.outer, "reached at any attitude", kWorkspaceOrder);
    edge(record.reach.outer, "the hand’s reach", kWorkspaceOrder + 2);
    if (record.reach.inner > 0.0)
      scene.svg.path(circle_path(end, record.reach.inner * scene.map.scale), "gws");
    return;
  }
  area(record.workspace.inner, record.workspace.outer, "singularity-free annulus", kWorkspaceOrder);
  edge(record.workspace.guaranteed_radius, "guaranteed workspace (1990)", kWorkspaceOrder + 2);
}

void draw_scale_bar(Scene& scene) {
  const double length = 0.2 * scene.map.scale;
  const Vector2 corner(scene.map.upper_left.x() + 32.0, scene.map.lower_right.y() - 30.0);
  scene.svg.path("M" + format_coordinate(corner.x()) + " " + format_coordinate(corner.y() - 4.0) + "v4h" +
                     format_coordinate(length) + "v-4",
                 "scale");
  scene.svg.text({corner.x() + length / 2.0, corner.y() - 6.0}, "0.2 m", "pin", TextAnchor::kMiddle);
}

}  // namespace freefloat
