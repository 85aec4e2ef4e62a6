#include "console/live_scene.h"

#include <cmath>
#include <numbers>

#include "runlog/cycle_encoder.h"
#include "runlog/robot_frames.h"

namespace freefloat::console {
namespace {

using foxglove_msgs::Color;
using foxglove_msgs::SceneEntity;

// Heights are for the eye only: the robot is planar.
constexpr double kTableThickness = 0.01;
constexpr double kSatelliteHeight = 0.08;
constexpr double kLinkHeight = 0.06;
constexpr double kLinkThickness = 0.03;
constexpr double kTargetDiameter = 0.06;
constexpr double kLineThickness = 0.004;

constexpr Color kTableColour{0.35, 0.38, 0.42, 1.0};
constexpr Color kMarginColour{0.9, 0.6, 0.0, 0.8};
constexpr Color kRobotColour{0.0, 0.45, 0.7, 1.0};
constexpr Color kTargetColour{0.84, 0.37, 0.0, 1.0};
constexpr Color kOtherTargetColour{0.84, 0.37, 0.0, 0.35};  // not followed now
constexpr Color kNameColour{0.5, 0.5, 0.5, 1.0};
constexpr double kNameSize = 0.04;  // m
constexpr Color kWorkspaceColour{0.0, 0.62, 0.45, 0.8};

SceneEntity entity(builtin_interfaces::Time stamp, std::string frame, std::string id) {
  SceneEntity made;
  made.timestamp = stamp;
  made.frame_id = std::move(frame);
  made.id = std::move(id);
  made.frame_locked = true;
  return made;
}

foxglove_msgs::LinePrimitive closed_line(std::vector<geometry_msgs::Point> points, const Color& colour) {
  foxglove_msgs::LinePrimitive line;
  line.type = 1;
  line.thickness = kLineThickness;
  line.points = std::move(points);
  line.color = colour;
  return line;
}

foxglove_msgs::LinePrimitive circle(const Vector2& centre, double radius, const Color& colour) {
  constexpr int kCorners = 72;
  std::vector<geometry_msgs::Point> points;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kCorners;
    points.push_back({centre.x() + radius * std::cos(angle), centre.y() + radius * std::sin(angle), 0.0});
  }
  return closed_line(std::move(points), colour);
}

SceneEntity table_of(builtin_interfaces::Time stamp, const TableParameters& table) {
  SceneEntity made = entity(stamp, "table", "table");
  made.cubes.push_back({{{0.0, 0.0, -0.5 * kTableThickness}, {}},
                        {table.size.x(), table.size.y(), kTableThickness},
                        kTableColour});
  const double x = 0.5 * table.size.x() - table.edge_margin;
  const double y = 0.5 * table.size.y() - table.edge_margin;
  made.lines.push_back(closed_line({{x, y, 0.0}, {-x, y, 0.0}, {-x, -y, 0.0}, {x, -y, 0.0}}, kMarginColour));
  return made;
}

SceneEntity target_of(builtin_interfaces::Time stamp, const std::string& frame, const Color& colour) {
  SceneEntity made = entity(stamp, frame, frame);
  made.cylinders.push_back({{{0.0, 0.0, 0.5 * kSatelliteHeight}, {}},
                            {kTargetDiameter, kTargetDiameter, kSatelliteHeight},
                            1.0,
                            1.0,
                            colour});
  return made;
}

void add_targets(builtin_interfaces::Time stamp, const TargetPlaces& targets,
                 foxglove_msgs::SceneUpdate& scene) {
  for (std::size_t i = 0; i < targets.targets.size(); ++i) {
    const TargetPlace& target = targets.targets[i];
    if (!target.known) continue;
    SceneEntity made = target_of(stamp, target_frame(target.name),
                                 i == targets.followed ? kTargetColour : kOtherTargetColour);
    foxglove_msgs::TextPrimitive name;
    name.pose.position = {0.0, 0.0, 1.5 * kSatelliteHeight};
    name.billboard = true;
    name.font_size = kNameSize;
    name.color = kNameColour;
    name.text = target.name;
    made.texts.push_back(std::move(name));
    scene.entities.push_back(std::move(made));
  }
}

}  // namespace

foxglove_msgs::SceneUpdate make_scene(const RunFacts& facts, const StateEstimate& estimate,
                                      const TargetPlaces& targets) {
  const auto stamp = ros_time(estimate.at, facts.epoch_ns);
  foxglove_msgs::SceneUpdate scene;
  scene.entities.push_back(table_of(stamp, facts.table));

  SceneEntity satellite = entity(stamp, "satellite", "satellite");
  satellite.cubes.push_back(
      {{{0.0, 0.0, 0.5 * kSatelliteHeight}, {}},
       {facts.robot.satellite_size.x(), facts.robot.satellite_size.y(), kSatelliteHeight},
       kRobotColour});
  scene.entities.push_back(std::move(satellite));
  for (std::size_t i = 0; i < facts.robot.links.size(); ++i) {
    const Vector2 end = facts.robot.links[i].to_mass_centre + facts.robot.links[i].to_end;
    SceneEntity link = entity(stamp, link_frame(i), link_frame(i));
    link.cubes.push_back(
        {{{0.5 * end.x(), 0.5 * end.y(), kLinkHeight}, turn_about_z(std::atan2(end.y(), end.x()))},
         {end.norm(), kLinkThickness, kLinkThickness},
         kRobotColour});
    scene.entities.push_back(std::move(link));
  }
  if (targets.targets.size() > 1) {
    add_targets(stamp, targets, scene);
  } else if (estimate.target.valid) {
    scene.entities.push_back(target_of(stamp, kTargetFrame, kTargetColour));
  } else {
    scene.deletions.push_back({stamp, 0, "target"});
  }
  SceneEntity workspace = entity(stamp, "table", "workspace");
  for (const double radius : {facts.workspace.inner, facts.workspace.outer}) {
    if (radius > 0.0) workspace.lines.push_back(circle(estimate.p_WG, radius, kWorkspaceColour));
  }
  scene.entities.push_back(std::move(workspace));
  return scene;
}

}  // namespace freefloat::console
