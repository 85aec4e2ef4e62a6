#include "vision/marker_scene.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kSameAxis = 5e-4;  // an LED this near to a joint's axis sits on it, m
constexpr double kOverhang = 0.05;  // m; a target's LED may stand so far beyond the table's edge

// Joints are numbered from 1; joint i joins body i - 1 to link i.
Vector2 outer_joint(const RobotParameters& robot, int body) {
  return body == 0 ? robot.satellite_to_joint : robot.links[body - 1].to_end;
}

Vector2 inner_joint(const RobotParameters& robot, int body) {
  return -robot.links[body - 1].to_mass_centre;
}

DistanceRange range_between(const RobotParameters& robot, const MarkerParameters& a,
                            const MarkerParameters& b) {
  const MarkerParameters& inner = a.body <= b.body ? a : b;
  const MarkerParameters& outer = a.body <= b.body ? b : a;
  if (inner.body == outer.body) {
    const double distance = (a.position - b.position).norm();
    return {distance, distance, true};
  }
  // A chain of straight pieces hinged at the joints: it reaches from (longest - rest) to the sum of all.
  double sum = (outer_joint(robot, inner.body) - inner.position).norm();
  double longest = sum;
  int pieces = sum > kSameAxis ? 1 : 0;
  const auto add = [&](double length) {
    sum += length;
    longest = std::max(longest, length);
    pieces += length > kSameAxis ? 1 : 0;
  };
  for (int body = inner.body + 1; body < outer.body; ++body) {
    add((outer_joint(robot, body) - inner_joint(robot, body)).norm());
  }
  add((outer.position - inner_joint(robot, outer.body)).norm());
  if (pieces <= 1) return {sum, sum, true};
  return {std::max(0.0, 2.0 * longest - sum), sum, false};
}

// Where an LED is in the frame of `body`, if it turns with that body.
std::optional<Vector2> position_in(const RobotParameters& robot, const MarkerParameters& marker, int body) {
  if (marker.body == body) return marker.position;
  if (marker.body == body - 1 && (marker.position - outer_joint(robot, marker.body)).norm() <= kSameAxis) {
    return inner_joint(robot, body);
  }
  if (marker.body == body + 1 && (marker.position - inner_joint(robot, marker.body)).norm() <= kSameAxis) {
    return outer_joint(robot, body);
  }
  return std::nullopt;
}

void add_triangles(const std::vector<BodyMarker>& markers, std::vector<MarkerTriangle>& triangles) {
  for (std::size_t a = 0; a < markers.size(); ++a) {
    for (std::size_t b = a + 1; b < markers.size(); ++b) {
      for (std::size_t c = b + 1; c < markers.size(); ++c) {
        const Vector2 ab = markers[b].position - markers[a].position;
        const Vector2 ac = markers[c].position - markers[a].position;
        const double doubled_area = cross(ab, ac);
        if (is_flat(ab, ac)) continue;
        triangles.push_back({{markers[a].marker, markers[b].marker, markers[c].marker}, doubled_area > 0.0});
      }
    }
  }
}

void refuse_too_many(std::size_t count) {
  if (count > kMaxMarkers) {
    throw std::invalid_argument("scene has " + std::to_string(count) + " LEDs, at most " +
                                std::to_string(kMaxMarkers) + " are possible");
  }
}

}  // namespace

bool is_flat(const Vector2& ab, const Vector2& ac) {
  return std::abs(cross(ab, ac)) < 0.05 * ab.norm() * ac.norm();
}

MarkerScene make_marker_scene(const RobotParameters& robot, const std::vector<Vector2>& target_markers,
                              double target_height) {
  refuse_too_many(robot.markers.size() + target_markers.size());
  MarkerScene scene;
  scene.robot_count = static_cast<int>(robot.markers.size());
  const std::size_t robot_count = robot.markers.size();
  for (std::size_t i = 0; i < robot_count; ++i) {
    scene.heights[i] = robot.markers[i].height;
    for (std::size_t j = 0; j < robot_count; ++j) {
      scene.distances[i][j] = range_between(robot, robot.markers[i], robot.markers[j]);
    }
  }
  for (int body = 0; body <= robot.joint_count(); ++body) {
    std::vector<BodyMarker> placed;
    for (std::size_t i = 0; i < robot_count; ++i) {
      if (const auto position = position_in(robot, robot.markers[i], body)) {
        placed.push_back({static_cast<int>(i), *position});
      }
    }
    add_triangles(placed, scene.triangles);
    const Vector2 inner = body > 0 ? inner_joint(robot, body) : Vector2::Zero();
    scene.bodies.push_back({inner, outer_joint(robot, body), std::move(placed)});
  }
  add_target(target_markers, target_height, scene);
  return scene;
}

void add_target(const std::vector<Vector2>& markers, double height, MarkerScene& scene) {
  if (markers.empty()) return;
  const std::size_t first = scene.count();
  refuse_too_many(first + markers.size());
  std::vector<BodyMarker> target;
  for (std::size_t i = 0; i < markers.size(); ++i) {
    scene.heights[first + i] = height;
    target.push_back({static_cast<int>(first + i), markers[i]});
    for (std::size_t j = 0; j < markers.size(); ++j) {
      const double distance = (markers[i] - markers[j]).norm();
      scene.distances[first + i][first + j] = {distance, distance, true};
    }
  }
  add_triangles(target, scene.triangles);
  scene.targets.push_back({static_cast<int>(first), static_cast<int>(markers.size())});
  scene.target_count += static_cast<int>(markers.size());
}

bool MarkerScene::in_target_region(const Vector2& p_WT) const {
  const bool on_table = ((p_WT.cwiseAbs() - 0.5 * table_size).array() <= kOverhang).all();
  return on_table && (p_WT - target_place).norm() <= target_radius;
}

}  // namespace freefloat
