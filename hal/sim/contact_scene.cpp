#include "hal/sim/contact_scene.h"

#include <algorithm>
#include <utility>

namespace freefloat {

namespace {

constexpr std::size_t kSides = 4;  // of the table: +x, -x, +y, -y

Vector2 outward(std::size_t side) {
  const double sign = side % 2 == 0 ? 1.0 : -1.0;
  return side < 2 ? Vector2(sign, 0.0) : Vector2(0.0, sign);
}

}  // namespace

ContactScene::ContactScene(const RobotParameters& robot, const std::vector<TargetParameters>& targets,
                           const Vector2& table_size)
    : parts_(make_robot_outline(robot)),
      robot_count_(parts_.size()),
      last_link_(robot.joint_count()),
      half_table_(0.5 * table_size) {
  for (std::size_t t = 0; t < targets.size(); ++t) {
    stands_.push_back(targets[t].mount == TargetMount::kTable);
    for (OutlinePart& part : make_target_outline(targets[t].shape)) {
      if (!targets[t].name.empty()) part.name += " " + targets[t].name;
      parts_.push_back(std::move(part));
      targets_.push_back(t);
    }
  }
  for (std::size_t i = 0; i < robot_count_; ++i) {
    for (std::size_t k = i + 1; k < parts_.size(); ++k) {
      const bool same_chain = k < robot_count_;
      if (same_chain && are_neighbours(parts_[i].body, parts_[k].body)) continue;
      if (parts_[i].shape.shares_height_with(parts_[k].shape)) pairs_.push_back({i, k});
    }
  }
  for (std::size_t i = robot_count_; i < parts_.size(); ++i) {
    for (std::size_t k = i + 1; k < parts_.size(); ++k) {
      const std::size_t a = target_of(i);
      const std::size_t b = target_of(k);
      if (a == b || (stands_[a] && stands_[b])) continue;
      if (parts_[i].shape.shares_height_with(parts_[k].shape)) pairs_.push_back({i, k});
    }
  }
  placed_.resize(parts_.size());
  candidate_count_ = pairs_.size() + parts_.size() * kSides * PlanarShape::kMostCorners;
}

void ContactScene::place(const OutlinePoses& poses) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const OutlinePart& part = parts_[i];
    placed_[i] = i < robot_count_ ? part.shape.placed(poses.p[part.body], poses.theta[part.body])
                                  : part.shape.placed(poses.p_WT[target_of(i)], poses.theta_WT[target_of(i)]);
  }
}

/// Whether the two do not meet now: what the gripper holds is not pushed away by it, nor by its neighbour.
bool ContactScene::apart(std::size_t part, std::size_t other, std::optional<std::size_t> held) const {
  return held && owner(part) == ContactOwner::kRobot && owner(other) == ContactOwner::kTarget &&
         target_of(other) == *held && are_neighbours(parts_[part].body, last_link_);
}

std::optional<std::size_t> ContactScene::first_of_target(std::size_t target) const {
  const auto first = std::find(targets_.begin(), targets_.end(), target);
  if (first == targets_.end()) return std::nullopt;
  return robot_count_ + (first - targets_.begin());
}

void ContactScene::look(std::optional<std::size_t> held, double within, std::vector<Touch>& touches) const {
  touches.clear();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto [first, second] = pairs_[i];
    if (apart(first, second, held)) continue;
    if (least_distance(placed_[first], placed_[second]) >= within) continue;
    const Separation separation = separate(placed_[first], placed_[second]);
    if (separation.distance < within) touches.push_back({i, first, second, separation});
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (owner(i) == ContactOwner::kTarget && stands_[target_of(i)] && held != target_of(i)) continue;
    look_at_edges(i, pairs_.size() + i * kSides * PlanarShape::kMostCorners, within, touches);
  }
}

/// A flat side rests against the edge with both of its corners.
void ContactScene::look_at_edges(std::size_t part, std::size_t candidate, double within,
                                 std::vector<Touch>& touches) const {
  const PlanarShape& shape = placed_[part];
  for (std::size_t side = 0; side < kSides; ++side) {
    const Vector2 normal = outward(side);
    const double limit = side < 2 ? half_table_.x() : half_table_.y();
    for (std::size_t corner = 0; corner < shape.corner_count; ++corner) {
      const double distance = limit - shape.corners[corner].dot(normal) - shape.radius;
      if (distance >= within) continue;
      const Vector2 point = shape.corners[corner] + (shape.radius + 0.5 * distance) * normal;
      touches.push_back({candidate + side * PlanarShape::kMostCorners + corner,
                         part,
                         Touch::kEdge,
                         {distance, normal, point}});
    }
  }
}

}  // namespace freefloat
