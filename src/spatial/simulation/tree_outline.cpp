#include "spatial/simulation/tree_outline.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

/// Corners of the box of even density with this mass and inertia, own frame.
std::vector<Vector3> equivalent_box(const TreeBody& body) {
  if (!(body.mass > 0.0)) return {};
  const Eigen::SelfAdjointEigenSolver<Matrix3> axes(body.inertia);
  const Vector3& moments = axes.eigenvalues();
  Vector3 half;
  for (int i = 0; i < 3; ++i) {
    const double squared = 6.0 * (moments.sum() - 2.0 * moments[i]) / body.mass;
    half[i] = 0.5 * std::sqrt(std::max(squared, 0.0));
  }
  std::vector<Vector3> corners;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 signs((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0,
                        (corner & 4) != 0 ? 1.0 : -1.0);
    corners.push_back(body.mass_centre + axes.eigenvectors() * half.cwiseProduct(signs));
  }
  return corners;
}

}  // namespace

TreeOutline::TreeOutline(const TreeModel& model) : model_(model), posture_(model) {
  const TreeParameters& tree = model.parameters();
  const std::vector<Vector3> corners = equivalent_box(tree.base);
  for (const Vector3& corner : corners) add(0, corner);
  for (int a = 0; a < static_cast<int>(corners.size()); ++a) {
    for (const int bit : {1, 2, 4}) {
      if ((a & bit) == 0) base.push_back({a, a | bit});
    }
  }
  std::vector<int> origins{add(0, Vector3::Zero())};
  std::vector<bool> carries(model.body_count(), false);
  for (int i = 1; i < model.body_count(); ++i) {
    origins.push_back(add(i, Vector3::Zero()));
    joints.push_back(origins.back());
  }
  for (int i = 1; i < model.body_count(); ++i) {
    const int parent = model.parent(i);
    carries[parent] = true;
    if (parent > 0) links.push_back({origins[parent], origins[i]});
  }
  for (const EndPoint& point : tree.end_points) {
    end_points.push_back(add(point.body, point.position));
    carries[point.body] = true;
    if (point.body > 0) links.push_back({origins[point.body], end_points.back()});
  }
  for (int i = 1; i < model.body_count(); ++i) {
    if (carries[i]) continue;
    links.push_back({origins[i], add(i, tree.body(i).mass_centre)});
  }
}

int TreeOutline::add(int body, const Vector3& place) {
  points_.push_back({body, place});
  return static_cast<int>(points_.size()) - 1;
}

std::vector<Vector3> TreeOutline::points(const TreeState& state) {
  compute_posture(model_, state, posture_);
  std::vector<Pose> poses;
  for (int i = 0; i < model_.body_count(); ++i) poses.push_back(body_pose(model_, posture_, i));
  std::vector<Vector3> places;
  for (const Point& point : points_) {
    const Pose& pose = poses[point.body];
    places.push_back(pose.position + pose.rotation * point.place);
  }
  return places;
}

Eigen::Vector2d ViewDirection::project(const Vector3& point) const {
  const double along = std::cos(azimuth) * point.y() - std::sin(azimuth) * point.x();
  return {std::cos(azimuth) * point.x() + std::sin(azimuth) * point.y(),
          std::cos(elevation) * point.z() + std::sin(elevation) * along};
}

ViewDirection usual_view(const TreeParameters& tree) {
  if (tree.base_kind == BaseKind::kPlanar) return {0.0, 0.5 * kPi};
  return {deg_to_rad(-30.0), deg_to_rad(25.0)};
}

}  // namespace freefloat
