#pragma once

#include <vector>

#include "spatial/tree/tree_state.h"

namespace freefloat {

/// Where every body of a tree is at one instant, in frame O: axes of W, origin in the base frame's origin.
/// Everything else is computed from this. Sized once.
struct TreePosture {
  explicit TreePosture(const TreeModel& model);

  struct Body {
    Matrix43 axes;  ///< from the link's turned axes to W's: column 2 is the joint's axis; fourth row zero
    Vector4 place;  ///< of the link's origin, m; fourth number zero
    Vector6 joint_twist;  ///< S_i: twist of the link for a joint rate of 1
    SpatialInertia inertia;

    Matrix3 rotation() const { return axes.topRows<3>(); }
    Vector3 position() const { return place.head<3>(); }
  };
  std::vector<Body> bodies;  ///< 0 is the base
  Vector3 origin;            ///< p_WB: what to add to positions for W, m
};

/// @param posture Made for this model.
void compute_posture(const TreeModel& model, const TreeState& state, TreePosture& posture) noexcept;

/// How every body moves, in frame O (v is that of the point of the body at O). Sized once.
struct TreeMotion {
  explicit TreeMotion(const TreeModel& model);

  struct Body {
    Vector6 twist;  ///< V_i
    Vector6 bias;   ///< S_i' q_i' = V_i x S_i q_i'
    double joint_rate;
  };
  std::vector<Body> bodies;  ///< 0 is the base
};

/// @param motion Made for this model.
void compute_motion(const TreeModel& model, const TreePosture& posture, const TreeState& state,
                    TreeMotion& motion) noexcept;

/// Position and axes of a frame, in W.
struct Pose {
  Vector3 position = Vector3::Zero();      ///< m
  Matrix3 rotation = Matrix3::Identity();  ///< from the frame's to W's axes
};

/// @param body 0 .. n.
/// @return Pose of the body's frame as the user defined it.
Pose body_pose(const TreeModel& model, const TreePosture& posture, int body) noexcept;
Pose end_point_pose(const TreeModel& model, const TreePosture& posture, int end_point) noexcept;

/// @return The end point in frame O, W's axes, m.
Vector3 end_point_from_base(const TreeModel& model, const TreePosture& posture, int end_point) noexcept;

/// @param p_OX A point of the body, frame O.
/// @return (v_WX; w) of the body at that point, W, m/s and rad/s.
Vector6 point_twist(const TreeMotion& motion, int body, const Vector3& p_OX) noexcept;

}  // namespace freefloat
