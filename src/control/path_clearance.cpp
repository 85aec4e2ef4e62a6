#include "control/path_clearance.h"

#include <algorithm>
#include <limits>

#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kNearer = 1e-9;  // m by which what is too near must come nearer to count

struct BodyPose {
  Vector2 p = Vector2::Zero();
  double theta = 0.0;
};

BodyPose pose_of(const PlanarModel& robot, const PathClearance::Instant& at, const Posture& posture,
                 int body) {
  return {at.task.p_WG + compute_point(robot, posture, body, Vector2::Zero()).p_GX,
          at.arm.theta_WB + at.arm.joints.head(body).sum()};
}

/// The grapple point as the body sees it.
Vector2 seen_from(const BodyPose& body, const Vector2& p_WT) {
  return rotate(-body.theta, p_WT - body.p);
}

}  // namespace

PathClearance::PathClearance(const RobotParameters& robot, const TargetShape& target,
                             const Vector2& half_table, double margin)
    : margin_(margin),
      half_table_(half_table),
      robot_(make_robot_outline(robot)),
      targets_{make_target_outline(target)} {
  for (std::size_t i = 0; i < robot_.size(); ++i) {
    for (std::size_t k = i + 1; k < robot_.size(); ++k) {
      if (are_neighbours(robot_[i].body, robot_[k].body)) continue;
      if (robot_[i].shape.shares_height_with(robot_[k].shape)) own_pairs_.push_back({i, k});
    }
  }
}

bool PathClearance::meets_target(const OutlinePart& part, const PlanarShape& target, const Vector2& from,
                                 const Vector2& to, double margin) {
  if (!part.shape.shares_height_with(target)) return false;
  const PlanarShape swept =
      make_capsule(from, to, target.radius, {target.bottom, target.top});  // a target is round
  if (least_distance(part.shape, swept) > margin) return false;
  const double nearest = separate(part.shape, swept).distance;
  if (nearest > margin) return false;
  const double at_first = separate(part.shape, target.placed(from, 0.0)).distance;
  return nearest < at_first - kNearer;
}

/// How far a shape in W reaches beyond the table's edge, m; negative: it is so far from it.
double PathClearance::overhang(const PlanarShape& shape) const {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shape.corner_count; ++i)
    most = std::max(most, (shape.corners[i].cwiseAbs() - half_table_).maxCoeff());
  return most + shape.radius;
}

bool PathClearance::is_lost(const PlanarModel& robot, const Instant& before, const Instant& after,
                            double share) const {
  const double margin = share * margin_;
  const Posture posture_before = compute_posture(before.arm.theta_WB, before.arm.joints);
  const Posture posture_after = compute_posture(after.arm.theta_WB, after.arm.joints);
  for (const OutlinePart& part : robot_) {
    const BodyPose pose_before = pose_of(robot, before, posture_before, part.body);
    const BodyPose pose_after = pose_of(robot, after, posture_after, part.body);
    const double over_edge = overhang(part.shape.placed(pose_after.p, pose_after.theta));
    if (over_edge > -margin &&
        over_edge > overhang(part.shape.placed(pose_before.p, pose_before.theta)) + kNearer)
      return true;
    const Vector2 from = seen_from(pose_before, before.task.p_WT);
    const Vector2 to = seen_from(pose_after, after.task.p_WT);
    for (const OutlinePart& target : targets_[watched_]) {
      if (meets_target(part, target.shape, from, to, margin)) return true;
    }
  }
  for (const auto& [first, second] : own_pairs_) {
    const auto distance = [&, one = first, other = second](const Instant& at, const Posture& posture) {
      const BodyPose a = pose_of(robot, at, posture, robot_[one].body);
      const BodyPose b = pose_of(robot, at, posture, robot_[other].body);
      return separate(robot_[one].shape.placed(a.p, a.theta), robot_[other].shape.placed(b.p, b.theta))
          .distance;
    };
    const double now = distance(after, posture_after);
    if (now < margin && now < distance(before, posture_before) - kNearer) return true;
  }
  return false;
}

}  // namespace freefloat
