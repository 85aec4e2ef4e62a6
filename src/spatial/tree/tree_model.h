#pragma once

#include <string_view>
#include <vector>

#include "spatial/tree/spatial.h"

namespace freefloat {

/// A tree of rigid bodies, compiled for computing: what is constant is found once, here.
///
/// Inside, every link's frame is turned so that its joint's axis is z; users never see these frames.
/// Generalized velocities u are (v_WB, w_WB, joint rates) for a free base: velocity of the base frame's
/// origin and angular velocity, both in W. A planar base has (vx, vy, wz), a spherical one w_WB, a fixed one
/// none.
class TreeModel {
 public:
  /// @param parameters A tree of which check_tree has nothing to say. Its links may stand in any order, also
  /// before the bodies that carry them: bodies and joints are counted as they stand there.
  /// @throws std::invalid_argument with all problems otherwise.
  explicit TreeModel(TreeParameters parameters);

  const TreeParameters& parameters() const { return parameters_; }
  BaseKind base_kind() const { return parameters_.base_kind; }

  /// @return n.
  int joint_count() const { return static_cast<int>(joints_.size()); }
  int body_count() const { return joint_count() + 1; }

  /// @return Ways the base can move: 6, 3, 3 or 0.
  int base_freedoms() const { return base_freedoms_; }
  /// @return Length of u: base_freedoms() + n.
  int velocity_count() const { return base_freedoms_ + joint_count(); }
  /// @return Which of (v; w) the base's i-th velocity is, 0 .. 5.
  int base_component(int i) const { return base_components_[i]; }

  int end_point_count() const { return static_cast<int>(parameters_.end_points.size()); }
  const EndPoint& end_point(int index) const { return parameters_.end_points[index]; }

  /// @return Position of the end point in its body's turned axes, m.
  const Vector3& turned_end_position(int index) const { return end_positions_[index]; }

  /// @return Index of the body of that name, -1 when there is none.
  int find_body(std::string_view name) const;

  /// @return Body that carries body 1 .. n.
  int parent(int body) const { return joints_[body - 1].parent; }

  /// @return All links, 1 .. n, each behind its parent: see outward_order.
  const std::vector<int>& outward() const { return outward_; }
  /// @return The same from the tips to the base: each link before its parent.
  const std::vector<int>& inward() const { return inward_; }

  /// What the algorithms know of joint and link i + 1, in the turned frames.
  struct Joint {
    Matrix3 rotation;     ///< from the link's to the parent's axes at coordinate 0
    Vector3 position;     ///< of the link's origin, parent's axes, m
    Vector3 mass_centre;  ///< of the link, own axes, m
    Matrix3 inertia;      ///< of the link about its mass centre, own axes, kg m^2
    double mass;          ///< kg
    Matrix3 to_user;      ///< from the turned axes to the ones that the user chose
    int parent;
    JointKind kind;
  };
  const std::vector<Joint>& joints() const { return joints_; }

 private:
  TreeParameters parameters_;
  std::vector<int> outward_, inward_;
  std::vector<Joint> joints_;
  std::vector<Vector3> end_positions_;
  int base_freedoms_ = 0;
  int base_components_[6] = {};
};

}  // namespace freefloat
