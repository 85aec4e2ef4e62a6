#include "vision/check_joints.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr double kLeastGate = 0.15;  // rad
constexpr double kGateSigmas = 6.0;

struct BodyDirection {
  double angle = 0.0;      // rad in W
  double base_line = 0.0;  // between the two LEDs used, m
};

// From the two labelled LEDs of the body that are the farthest apart.
std::optional<BodyDirection> find_direction(const std::vector<BodyMarker>& body, const MappedBlobs& blobs,
                                            const Labels& labels) {
  const BodyMarker* first = nullptr;
  const BodyMarker* second = nullptr;
  double base_line = 0.0;
  const auto blob_of = [&labels](const BodyMarker& m) { return labels[static_cast<std::size_t>(m.marker)]; };
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
  const Vector2 in_table =
      blobs.at(second->marker, blob_of(*second)) - blobs.at(first->marker, blob_of(*first));
  return BodyDirection{std::atan2(cross(in_body, in_table), in_body.dot(in_table)), base_line};
}

}  // namespace

bool joints_agree(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                  const JointCheck& check) {
  if (check.joints.size() + 1 != static_cast<Eigen::Index>(scene.bodies.size())) return true;
  std::optional<BodyDirection> inner;
  double between = 0.0;  // joint angles from the last body seen to this one
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    if (body > 0) between += check.joints[static_cast<Eigen::Index>(body) - 1];
    const auto direction = find_direction(scene.bodies[body], blobs, labels);
    if (!direction) continue;
    if (inner) {
      const double error = std::abs(wrap_angle(direction->angle - inner->angle - between));
      const double gate = std::max(kLeastGate, kGateSigmas * check.joint_sigma) +
                          check.length_tolerance * (1.0 / inner->base_line + 1.0 / direction->base_line);
      if (error > gate) return false;
    }
    inner = direction;
    between = 0.0;
  }
  return true;
}

}  // namespace freefloat
