#include "spatial/tree/tree_model.h"

#include <span>
#include <stdexcept>

#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

/// @return A rotation whose third column is the unit vector `axis`; the identity for z.
Matrix3 axes_with_z(const Vector3& axis) {
  if (axis == Vector3::UnitZ()) return Matrix3::Identity();
  // The other two columns are arbitrary; start from the coordinate axis that is least parallel.
  Eigen::Index least = 0;
  axis.cwiseAbs().minCoeff(&least);
  Matrix3 axes;
  axes.col(2) = axis.normalized();
  axes.col(0) = (Vector3::Unit(least) - axes.col(2)[least] * axes.col(2)).normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

Matrix3 symmetric_part(const Matrix3& m) {
  return 0.5 * (m + m.transpose());
}

std::span<const int> components_of(BaseKind kind) {
  switch (kind) {
    case BaseKind::kFree:
      return kAllRows;
    case BaseKind::kPlanar:
      return kPlanarRows;
    case BaseKind::kSpherical:
      return std::span(kAllRows).last(3);
    case BaseKind::kFixed:
      break;
  }
  return {};
}

}  // namespace

TreeModel::TreeModel(TreeParameters parameters) : parameters_(std::move(parameters)) {
  std::string wrong;
  for (const TreeProblem& problem : check_tree(parameters_)) {
    if (!wrong.empty()) wrong.push_back('\n');
    wrong.append(problem.text(parameters_));
  }
  if (!wrong.empty()) throw std::invalid_argument(wrong);

  for (const int component : components_of(parameters_.base_kind))
    base_components_[base_freedoms_++] = component;
  outward_ = outward_order(parameters_);
  inward_.assign(outward_.rbegin(), outward_.rend());
  std::vector<Matrix3> to_user{Matrix3::Identity()};
  for (const TreeLink& link : parameters_.links) to_user.push_back(axes_with_z(link.joint.axis));
  for (std::size_t i = 0; i < parameters_.links.size(); ++i) {
    const TreeLink& link = parameters_.links[i];
    const Matrix3& axes = to_user[i + 1];
    const Matrix3& parent_axes = to_user[link.joint.parent];
    joints_.push_back({parent_axes.transpose() * link.joint.rotation * axes,
                       parent_axes.transpose() * link.joint.position,
                       axes.transpose() * link.body.mass_centre,
                       symmetric_part(axes.transpose() * link.body.inertia * axes), link.body.mass, axes,
                       link.joint.parent, link.joint.kind});
  }
  for (const EndPoint& point : parameters_.end_points) {
    end_positions_.push_back(to_user[point.body].transpose() * point.position);
  }
}

int TreeModel::find_body(std::string_view name) const {
  for (int i = 0; i < body_count(); ++i) {
    if (parameters_.body(i).name == name) return i;
  }
  return -1;
}

}  // namespace freefloat
