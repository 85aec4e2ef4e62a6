#include "vision/check_joints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kLeastGate = 0.15;  // rad
constexpr double kGateSigmas = 6.0;
constexpr double kPlaceSigmas = 4.0;
constexpr double kDrawnAside = 0.02;  // m; an LED by one that has run together with it

struct BodyDirection {
  double angle = 0.0;      // rad in W
  double base_line = 0.0;  // between the two LEDs used, m
  Vector2 in_body;         // the point halfway between these, m
  Vector2 in_table;        // and where it is in W
};

// From the two labelled LEDs of the body that are the farthest apart.
std::optional<BodyDirection> find_direction(const std::vector<BodyMarker>& body, const MappedBlobs& blobs,
                                            const Labels& labels) {
  const BodyMarker* first = nullptr;
  const BodyMarker* second = nullptr;
  double base_line = 0.0;
  const auto blob_of = [&labels](const BodyMarker& m) { return labels[m.marker]; };
  for (std::size_t a = 0; a < body.size(); ++a) {
    for (std::size_t b = a + 1; b < body.size(); ++b) {
      if (blob_of(body[a]) == kNoBlob || blob_of(body[b]) == kNoBlob) continue;
      const double distance = (body[b].position - body[a].position).norm();
      if (distance <= base_line) continue;
      base_line = distance;
      first = &body[a];
      second = &body[b];
    }
  }
  if (first == nullptr) return std::nullopt;
  const Vector2 in_body = second->position - first->position;
  const Vector2& p_first = blobs.at(first->marker, blob_of(*first));
  const Vector2& p_second = blobs.at(second->marker, blob_of(*second));
  const Vector2 in_table = p_second - p_first;
  return BodyDirection{std::atan2(cross(in_body, in_table), in_body.dot(in_table)), base_line,
                       0.5 * (first->position + second->position), 0.5 * (p_first + p_second)};
}

double joint_gate(const JointCheck& check) {
  return std::max(kLeastGate, kGateSigmas * check.joint_sigma);
}

JointEvidence weigh_directions(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                               const JointCheck& check) {
  JointEvidence evidence = JointEvidence::kNone;
  std::optional<BodyDirection> inner;
  double between = 0.0;  // joint angles from the last body seen to this one
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    if (body > 0) between += check.joints[body - 1];
    const auto direction = find_direction(scene.bodies[body].markers, blobs, labels);
    if (!direction) continue;
    if (inner) {
      const double error = std::abs(wrap_angle(direction->angle - inner->angle - between));
      const double slack = check.length_tolerance * (1.0 / inner->base_line + 1.0 / direction->base_line);
      if (error > joint_gate(check) + slack) return JointEvidence::kContradicts;
      evidence = JointEvidence::kConfirms;
    }
    inner = direction;
    between = 0.0;
  }
  return evidence;
}

/// A point of one body in the frame of another one further in, m.
Vector2 seen_from(const MarkerScene& scene, const JointVector& joints, std::size_t inner_body,
                  std::size_t outer_body, Vector2 point) {
  for (std::size_t body = outer_body; body > inner_body; --body) {
    const double angle = joints[body - 1];
    point = scene.bodies[body - 1].outer_joint + rotate(angle, point - scene.bodies[body].inner_joint);
  }
  return point;
}

/// Distance between points fixed to two bodies, m.
double distance_across(const MarkerScene& scene, const JointVector& joints, std::size_t inner_body,
                       const Vector2& inner, std::size_t outer_body, const Vector2& outer) {
  return (seen_from(scene, joints, inner_body, outer_body, outer) - inner).norm();
}

bool distance_agrees(const MarkerScene& scene, const JointCheck& check, std::size_t inner_body,
                     const Vector2& inner, std::size_t outer_body, const Vector2& outer, double seen) {
  const double distance = distance_across(scene, check.joints, inner_body, inner, outer_body, outer);
  double gate = check.length_tolerance;
  for (std::size_t body = inner_body + 1; body <= outer_body; ++body) {
    double change = 0.0;
    for (const double sign : {-1.0, 1.0}) {
      JointVector joints = check.joints;
      joints[body - 1] += sign * joint_gate(check);
      const double other = distance_across(scene, joints, inner_body, inner, outer_body, outer);
      change = std::max(change, std::abs(other - distance));
    }
    gate += change;
  }
  return !(std::abs(seen - distance) > gate);
}

JointEvidence weigh_distances(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                              const JointCheck& check) {
  JointEvidence evidence = JointEvidence::kNone;
  for (std::size_t outer_body = 1; outer_body < scene.bodies.size(); ++outer_body) {
    for (std::size_t inner_body = 0; inner_body < outer_body; ++inner_body) {
      for (const BodyMarker& a : scene.bodies[inner_body].markers) {
        for (const BodyMarker& b : scene.bodies[outer_body].markers) {
          const int blob_a = labels[a.marker];
          const int blob_b = labels[b.marker];
          if (blob_a == kNoBlob || blob_b == kNoBlob || scene.between(a.marker, b.marker).rigid) continue;
          const double seen = (blobs.at(b.marker, blob_b) - blobs.at(a.marker, blob_a)).norm();
          if (!distance_agrees(scene, check, inner_body, a.position, outer_body, b.position, seen))
            return JointEvidence::kContradicts;
          evidence = JointEvidence::kConfirms;
        }
      }
    }
  }
  return evidence;
}

// Where an LED is in the figure that the potentiometers make, m in the frame of the first body.
Vector2 place_in_figure(const MarkerScene& scene, const JointCheck& check, int marker) {
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    for (const BodyMarker& placed : scene.bodies[body].markers) {
      if (placed.marker == marker) return seen_from(scene, check.joints, 0, body, placed.position);
    }
  }
  return Vector2::Zero();
}

}  // namespace

JointEvidence weigh_joints(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                           const JointCheck& check) {
  if (!knows_figure(scene, check)) return JointEvidence::kNone;
  const JointEvidence directions = weigh_directions(scene, blobs, labels, check);
  if (directions == JointEvidence::kContradicts) return directions;
  const JointEvidence distances = weigh_distances(scene, blobs, labels, check);
  return distances == JointEvidence::kNone ? directions : distances;
}

bool may_be_unlabelled_led(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels, int blob,
                           const JointCheck& check) {
  const JointCheck wide{check.joints, check.joint_sigma, check.length_tolerance + kDrawnAside};
  const auto lengths_hold = [&](int led) {
    for (int other = 0; other < scene.robot_count; ++other) {
      if (labels[other] == kNoBlob) continue;
      const double distance = (blobs.at(led, blob) - blobs.at(other, labels[other])).norm();
      if (!scene.between(led, other).holds(distance, wide.length_tolerance)) return false;
    }
    return true;
  };
  for (int led = 0; led < scene.robot_count; ++led) {
    if (labels[led] != kNoBlob || !lengths_hold(led)) continue;
    Labels with = labels;
    with[led] = blob;
    if (weigh_joints(scene, blobs, with, wide) != JointEvidence::kContradicts) return true;
  }
  return false;
}

bool knows_figure(const MarkerScene& scene, const JointCheck& check) {
  return check.joints.size() + 1 == static_cast<Eigen::Index>(scene.bodies.size());
}

std::optional<FigurePlaces> place_by_satellite(const MarkerScene& scene, const MappedBlobs& blobs,
                                               const Labels& labels, const JointCheck& check) {
  if (!knows_figure(scene, check)) return std::nullopt;
  const auto direction = find_direction(scene.bodies.front().markers, blobs, labels);
  if (!direction) return std::nullopt;
  FigurePlaces places;
  places.satellite = direction->in_table;
  for (int m = 0; m < scene.robot_count; ++m) {
    const Vector2 aside = place_in_figure(scene, check, m) - direction->in_body;
    places.leds[m] = direction->in_table + rotate(direction->angle, aside);
  }
  return places;
}

double figure_error(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                    const JointCheck& check) {
  std::array<Vector2, kMaxMarkers> figure;
  std::array<Vector2, kMaxMarkers> seen;
  std::size_t count = 0;
  Labels left = labels;  // an LED on a joint's axis is listed twice
  Vector2 figure_middle = Vector2::Zero();
  Vector2 seen_middle = Vector2::Zero();
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    for (const BodyMarker& marker : scene.bodies[body].markers) {
      const int blob = std::exchange(left[marker.marker], kNoBlob);
      if (blob == kNoBlob) continue;
      figure[count] = seen_from(scene, check.joints, 0, body, marker.position);
      seen[count] = blobs.at(marker.marker, blob);
      figure_middle += figure[count];
      seen_middle += seen[count];
      ++count;
    }
  }
  if (count < 2) return 0.0;
  figure_middle /= static_cast<double>(count);
  seen_middle /= static_cast<double>(count);
  double squares = 0.0;
  double along = 0.0;
  double across = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vector2 a = figure[i] - figure_middle;
    const Vector2 b = seen[i] - seen_middle;
    squares += a.squaredNorm() + b.squaredNorm();
    along += a.dot(b);
    across += cross(a, b);
  }
  // What the best turn leaves.
  return std::max(0.0, squares - 2.0 * std::hypot(along, across));
}

double place_bound(const JointCheck& check, double reach) {
  return kPlaceError + kPlaceSigmas * check.joint_sigma * reach;
}

double place_error(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                   std::array<int, 2> base, int marker, const JointCheck& check) {
  std::array<Vector2, 3> figure;
  std::array<Vector2, 3> seen;
  const std::array<int, 3> markers{base[0], base[1], marker};
  for (std::size_t i = 0; i < markers.size(); ++i) {
    figure[i] = place_in_figure(scene, check, markers[i]);
    seen[i] = blobs.at(markers[i], labels[markers[i]]);
  }
  const Vector2 a = figure[1] - figure[0];
  const Vector2 b = seen[1] - seen[0];
  const double turn = std::atan2(cross(a, b), a.dot(b));
  const Vector2 middle = 0.5 * (seen[0] + seen[1]);
  const Vector2 expected = middle + rotate(turn, figure[2] - 0.5 * (figure[0] + figure[1]));
  return (seen[2] - expected).norm();
}

}  // namespace freefloat
