#pragma once

#include "spatial/formulations/explicit_lagrangian.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_jacobian.h"
#include "support/tree_velocities.h"

namespace freefloat {

/// The same robot with the base's frame in its mass centre, as generated code sees it.
inline TreeParameters centre_base(TreeParameters tree) {
  const Vector3 shift = tree.base.mass_centre;
  tree.base.mass_centre.setZero();
  for (TreeLink& link : tree.links) {
    if (link.joint.parent == 0) link.joint.position -= shift;
  }
  for (EndPoint& end : tree.end_points) {
    if (end.body == 0) end.position -= shift;
  }
  return tree;
}

/// What generated code must return, numerically: by Moosavian & Papadopoulos for a free base, by the
/// recursive algorithms for a planar one.
struct GeneratedReference {
  Eigen::MatrixXd H;
  Eigen::VectorXd C;
  Eigen::MatrixXd J_Q;
  std::vector<TaskJacobian> tasks;  ///< by end point
};

inline GeneratedReference planar_reference(const TreeParameters& centred, const Eigen::VectorXd& q,
                                           const Eigen::VectorXd& rates) {
  const TreeModel model(centred);
  TreeState state(model);
  state.p_WB = {q[0], q[1], 0.0};
  state.R_WB = rotation_from_vector({0.0, 0.0, q[2]});
  state.joints = q.tail(model.joint_count());
  set_velocities(model, rates, state);
  TreePosture posture(model);
  TreeMotion motion(model);
  TreeInertia inertia(model);
  TreeForces work(model);
  compute_posture(model, state, posture);
  compute_motion(model, posture, state, motion);
  compute_inertia(model, posture, inertia);
  GeneratedReference reference;
  compute_mass_matrix(model, posture, inertia, reference.H);
  compute_velocity_terms(model, posture, motion, work, reference.C);
  reference.J_Q = Eigen::MatrixXd::Identity(q.size(), q.size());
  reference.J_Q.topLeftCorner<2, 2>() = state.R_WB.topLeftCorner<2, 2>();
  for (int i = 0; i < model.end_point_count(); ++i) {
    const int body = model.end_point(i).body;
    const Vector3 point = end_point_from_base(model, posture, i);
    Matrix6X jacobian;
    Matrix6X rate;
    compute_point_jacobian(model, posture, body, point, jacobian);
    compute_point_jacobian_rate(model, posture, motion, body, point, rate);
    reference.tasks.push_back({jacobian, rate});
  }
  return reference;
}

inline GeneratedReference compute_reference(const TreeParameters& tree, EulerSequence sequence,
                                            const Eigen::VectorXd& q, const Eigen::VectorXd& rates) {
  const TreeParameters centred = centre_base(tree);
  if (tree.base_kind == BaseKind::kPlanar) return planar_reference(centred, q, rates);
  const ExplicitLagrangian dynamics = compute_explicit_lagrangian(centred, sequence, q, rates);
  GeneratedReference reference{dynamics.H, dynamics.C, dynamics.J_Q, {}};
  for (std::size_t i = 0; i < tree.end_points.size(); ++i) {
    reference.tasks.push_back(compute_task_jacobian(centred, sequence, q, rates, static_cast<int>(i)));
  }
  return reference;
}

}  // namespace freefloat
