#include "report/top_view.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "drawing/number_format.h"
#include "drawing/style.h"
#include "report/robot_drawing.h"
#include "report/run_summary.h"
#include "report/top_view_ground.h"
#include "report/top_view_targets.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kPoses = 8;

std::optional<std::vector<Vector2>> arm_of(const RunRecord& record, std::size_t i) {
  const RobotState* state = known_state(record.samples[i]);
  if (state == nullptr) return std::nullopt;
  auto arm = arm_points(record.config.controller.robot, *state);
  if (arm.empty()) return std::nullopt;
  return arm;
}

std::size_t sample_at(const RunRecord& record, Time time) {
  const auto found = std::lower_bound(record.samples.begin(), record.samples.end(), time,
                                      [](const CycleRecord& s, Time t) { return s.output.now < t; });
  return std::min(static_cast<std::size_t>(found - record.samples.begin()), record.samples.size() - 1);
}

MotionSpan find_motion(const RunRecord& record) {
  MotionSpan span;
  if (record.samples.empty()) return span;
  span.last = record.samples.size() - 1;
  bool found = false;
  for (const PhaseResult& phase : record.phases) {
    const bool shown = is_capture(phase.kind) || phase.kind == PhaseKind::kFollowPath;
    if (!shown || phase.verdict == Verdict::kSkipped) continue;
    if (!found) span.first = sample_at(record, phase.begin);
    span.last = sample_at(record, phase.end);
    span.captured = is_capture(phase.kind) && phase.verdict == Verdict::kPassed;
    span.moving_target = phase.kind == PhaseKind::kCaptureMoving;
    found = true;
  }
  return span;
}

Polyline closed(Polyline line) {
  line.push_back(line.front());
  return line;
}

void draw_pose(Scene& scene, std::size_t i, std::string_view css_class, double opacity) {
  const auto arm = arm_of(scene.record, i);
  if (!arm) return;
  SvgWriter& svg = scene.svg;
  svg.begin_group(css_class, "opacity=\"" + format_coordinate(opacity, 2) + "\"");
  scene.draw(
      closed(satellite_outline(scene.record.config.controller.robot, *known_state(scene.record.samples[i]))),
      "body");
  scene.draw(*arm, "arm");
  for (std::size_t k = 0; k + 1 < arm->size(); ++k) svg.circle(scene.map((*arm)[k]), 3.2, "joint");
  svg.end_group();
}

/// A target that turns as a body: from the grapple point to its other LEDs, in their order, and back.
void draw_target_body(Scene& scene, std::size_t i, double opacity) {
  if (!scene.record.targets.empty()) return;  // their figures stand where they are at the end
  const std::vector<Vector2> places = target_places(scene.record.config);
  const CycleRecord& sample = scene.record.samples[i];
  const Vector2 p_WT = known_target(sample);
  const std::optional<double> theta_WT = known_target_attitude(sample);
  if (places.size() < 2 || !theta_WT || !std::isfinite(*theta_WT) || !p_WT.allFinite()) return;
  Polyline leds;
  for (const Vector2& place : places) leds.push_back(p_WT + rotate(*theta_WT, place));
  const Polyline pixels = scene.map(leds);
  SvgWriter& svg = scene.svg;
  svg.begin_group("target-body", "opacity=\"" + format_coordinate(opacity, 2) + "\"");
  svg.path(make_path(closed(pixels), false), "curve c2");
  for (const Vector2& led : pixels) svg.circle(led, 2.4, "tring");
  svg.end_group();
}

/// Poses at equal times between start and end, fading in towards the end.
void draw_poses(Scene& scene) {
  const RunRecord& record = scene.record;
  if (record.samples.empty()) return;
  const double begin = to_seconds(record.samples[scene.span.first].output.now);
  const double end = to_seconds(record.samples[scene.span.last].output.now);
  scene.svg.begin_group("strobe");
  std::size_t previous = record.samples.size();
  for (int k = 0; k <= kPoses; ++k) {
    const double share = static_cast<double>(k) / kPoses;
    const std::size_t i = k == kPoses
                              ? scene.span.last
                              : sample_at(record, Time{} + from_seconds(begin + share * (end - begin)));
    if (i == previous) continue;
    previous = i;
    const double opacity = k == kPoses ? 1.0 : 0.16 + 0.34 * share;
    draw_target_body(scene, i, opacity);
    draw_pose(scene, i, k == kPoses ? "solid" : "", opacity);
  }
  scene.svg.end_group();
}

/// @param place Gives the point of a cycle, or nothing. @param order In the legend.
template <typename Place>
void draw_path(Scene& scene, const std::string& css_class, const std::string& text, int order,
               const Place& place) {
  Polyline line;
  for (const CycleRecord& sample : scene.record.samples)
    line.push_back(place(sample).value_or(Vector2::Constant(kUnknown)));
  if (scene.draw(line, css_class)) scene.legend.push_back({text, css_class, order});
}

/// The paths that the hand was to follow.
void draw_wanted_paths(Scene& scene) {
  for (const FollowedPath& path : scene.record.paths) {
    scene.svg.path(make_path(scene.map(path.wanted), false), "curve broad c5");
    if (&path == &scene.record.paths.front()) scene.legend.push_back({"wanted path", "curve broad c5", 4});
  }
}

void draw_paths(Scene& scene) {
  using Point = std::optional<Vector2>;
  const auto truth = [&](const char* css_class, const char* text, int order, auto read) {
    draw_path(scene, css_class, text, order,
              [&](const CycleRecord& s) { return s.truth ? Point(read(*s.truth)) : Point(); });
  };
  const auto estimate = [&](const char* css_class, const char* text, int order, auto read) {
    draw_path(scene, css_class, text, order, [&](const CycleRecord& s) {
      return s.output.estimate.valid ? Point(read(s.output.estimate)) : Point();
    });
  };
  if (scene.record.targets.empty()) {
    truth("curve broad c2", "target, truth", 3, [](const Truth& t) { return t.target.p; });
    estimate("curve c2", "target, estimate", 2,
             [](const StateEstimate& e) { return e.target.valid ? Point(e.target.p_WT) : Point(); });
  } else {
    draw_target_paths(scene);
  }
  truth("curve broad c1", "hand, truth", 1, [](const Truth& t) { return t.p_WE; });
  estimate("curve c1", "hand, estimate", 0, [](const StateEstimate& e) { return e.p_WE; });
  estimate("curve c4", "mass centre", 5, [](const StateEstimate& e) { return e.p_WG; });
}

/// The usual sign of a mass centre: a circle with two dark quarters. @param centre Pixels.
void mark_mass_centre(SvgWriter& svg, const Vector2& centre) {
  if (!centre.allFinite()) return;
  svg.circle(centre, 5.5, "centreo");
  const std::string at = "M" + format_coordinate(centre.x()) + " " + format_coordinate(centre.y());
  svg.path(at + "v-5.5a5.5 5.5 0 0 1 5.5 5.5z" + at + "v5.5a5.5 5.5 0 0 1 -5.5 -5.5z", "centre");
}

/// Marks at start, end and meeting point, with their labels.
void draw_marks(Scene& scene) {
  const RunRecord& record = scene.record;
  if (record.samples.empty()) return;
  SvgWriter& svg = scene.svg;
  const CycleRecord& first = record.samples[scene.span.first];
  const CycleRecord& last = record.samples[scene.span.last];
  const auto arm_first = arm_of(record, scene.span.first);
  const auto arm_last = arm_of(record, scene.span.last);

  const bool several = !record.targets.empty();
  if (several) mark_targets(scene);
  const Vector2 unknown = Vector2::Constant(kUnknown);
  const Vector2 target_first = several ? unknown : scene.map(known_target(first));
  const Vector2 target_last = several ? unknown : scene.map(known_target(last));
  const bool target_moved =
      target_first.allFinite() && target_last.allFinite() && (target_first - target_last).norm() > 12.0;
  if (target_moved) {
    svg.circle(target_first, 5.0, "tring");
    scene.pin(target_first, "target, " + format_fixed(to_seconds(first.output.now), 1) + " s");
  }
  if (scene.span.moving_target && last.output.guidance.p_WE_goal.allFinite() &&
      last.output.guidance.status != TaskStatus::kIdle) {
    const Vector2 meet = scene.map(last.output.guidance.p_WE_goal);
    const std::string d =
        "M" + format_coordinate(meet.x() - 8.0) + " " + format_coordinate(meet.y()) + "l8 -8l8 8l-8 8z";
    svg.path(d, "meet");
    scene.labels.avoid(circle_points(meet, 8.0));
    scene.legend.push_back({"planned meeting point", "meet", 4, LegendEntry::Symbol::kDot});
  }
  if (arm_first && scene.span.first != scene.span.last) {
    const Vector2 hand = scene.map(arm_first->back());
    svg.circle(hand, 4.5, "hollow");
    scene.pin(hand, "start, " + format_fixed(to_seconds(first.output.now), 1) + " s");
  }
  if (target_last.allFinite()) svg.circle(target_last, 6.5, "tdot");
  if (arm_last) {
    const Vector2 hand = scene.map(arm_last->back());
    svg.circle(hand, 4.0, "hand");
    scene.pin(hand, (scene.span.captured ? "capture, " : "end, ") +
                        format_fixed(to_seconds(last.output.now), 1) + " s");
  }
  if (target_last.allFinite() && !target_moved && !scene.span.captured) scene.pin(target_last, "target");

  if (last.output.estimate.valid) mark_mass_centre(svg, scene.map(last.output.estimate.p_WG));
}

/// @return Height used.
double draw_legend(Scene& scene, double top) {
  constexpr int kColumns = 3;
  std::stable_sort(scene.legend.begin(), scene.legend.end(),
                   [](const LegendEntry& a, const LegendEntry& b) { return a.order < b.order; });
  const double width = (kTopViewWidth - scene.map.upper_left.x()) / kColumns;
  for (std::size_t k = 0; k < scene.legend.size(); ++k) {
    const LegendEntry& entry = scene.legend[k];
    const double x = scene.map.upper_left.x() + static_cast<double>(k % kColumns) * width;
    const std::size_t row = k / kColumns;
    const double y = top + static_cast<double>(row) * 19.0;
    switch (entry.symbol) {
      case LegendEntry::Symbol::kLine:
        scene.svg.line({x, y + 7.5}, {x + 24.0, y + 7.5}, entry.css_class);
        break;
      case LegendEntry::Symbol::kArea:
        scene.svg.rectangle({x, y + 1.0}, {24.0, 13.0}, entry.css_class);
        scene.svg.rectangle({x, y + 1.0}, {24.0, 13.0}, "ring");
        break;
      case LegendEntry::Symbol::kDot:
        scene.svg.path(
            "M" + format_coordinate(x + 5.0) + " " + format_coordinate(y + 7.5) + "l7 -7l7 7l-7 7z",
            entry.css_class);
        break;
    }
    scene.svg.text({x + 32.0, y + 11.5}, entry.text, "label");
  }
  return std::ceil(static_cast<double>(scene.legend.size()) / kColumns) * 19.0;
}

/// The moving robot of the page's script, in the body's own frame; hidden without it.
void draw_live_robot(Scene& scene) {
  RobotState at_origin;
  Polyline outline = closed(satellite_outline(scene.record.config.controller.robot, at_origin));
  for (Vector2& corner : outline) corner *= scene.map.scale;
  scene.svg.begin_group("live", "aria-hidden=\"true\"");
  scene.svg.path(make_path(outline, false), "body");
  scene.svg.path("M0 0", "arm");
  scene.svg.circle({0.0, 0.0}, 7.0, "tdot");
  scene.svg.circle({0.0, 0.0}, 4.5, "hand");
  scene.svg.end_group();
}

}  // namespace

std::string draw_top_view(const RunRecord& record, bool standalone, const std::string& id) {
  const TableMap map = make_table_map(record.config.controller.table);
  SvgWriter svg(
      kTopViewWidth, 0.0, id, "Top view of the table: " + record.config.experiment.name,
      "Paths of hand, target and mass centre over the table, the workspace about the mass centre, and the "
      "robot's pose at equal times, the last one in full ink.");
  if (standalone) svg.make_standalone(std::string(theme_style()) + std::string(picture_style()));
  LabelPlacer labels(map.upper_left, map.lower_right);
  Scene scene{record, map, find_motion(record), svg, labels, {}};

  draw_table(scene);
  const std::string clip = id == "top-view" ? "table-clip" : id + "-clip";  // as well one of the page's ids
  svg.raw("<clipPath id=\"" + clip + "\">");
  svg.rectangle(map.upper_left, map.lower_right - map.upper_left, "", 3.0);
  svg.raw("</clipPath>");
  svg.begin_group("", "clip-path=\"url(#" + clip + ")\"");
  draw_workspace(scene);
  draw_poses(scene);
  draw_wanted_paths(scene);
  draw_paths(scene);
  draw_marks(scene);
  if (!standalone) draw_live_robot(scene);
  draw_scale_bar(scene);
  svg.end_group();
  const double legend_top = map.lower_right.y() + 40.0;
  svg.set_height(legend_top + draw_legend(scene, legend_top) + 6.0);
  return svg.finish();
}

}  // namespace freefloat
