#pragma once

#include "spatial/tree/attitude.h"
#include "spatial/tree/tree_state.h"
#include "support/reference_file.h"

namespace freefloat {

/// A system of the reference files, in which r and l lead from mass centres to joints. Link frames of the
/// tree have their origins at the joints.
inline TreeParameters tree_from_reference(const nlohmann::json& system) {
  const nlohmann::json& bodies = system.at("bodies");
  TreeParameters tree;
  tree.name = "reference";
  std::vector<Vector3> centres;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const nlohmann::json& from = bodies[i];
    TreeBody body{"body_" + std::to_string(i), from.at("mass"), -to_vector(from.at("l")),
                  to_matrix(from.at("inertia"))};
    centres.push_back(body.mass_centre);
    if (i == 0) {
      tree.base = body;
    } else {
      const int parent = from.at("parent");
      TreeJoint joint;
      joint.name = "joint_" + std::to_string(i);
      joint.kind = from.at("kind") == "P" ? JointKind::kPrismatic : JointKind::kRevolute;
      joint.parent = parent;
      joint.position = centres[parent] + to_vector(from.at("r"));
      joint.rotation = to_matrix(from.at("E"));
      joint.axis = to_vector(from.at("axis"));
      tree.links.push_back({body, joint});
    }
    if (!from.at("ee").is_null()) {
      tree.end_points.push_back({"tip_" + std::to_string(i), static_cast<int>(i),
                                 centres.back() + to_vector(from.at("ee")), Matrix3::Identity()});
    }
  }
  return tree;
}

inline EulerSequence euler_sequence_of(const nlohmann::json& system) {
  return system.at("euler_seq") == "xyz" ? EulerSequence::kXyz : EulerSequence::kZyx;
}

/// @param q Position, Euler angles, joints; the same for the rates.
inline TreeState state_from_euler(const TreeModel& model, EulerSequence sequence, const Eigen::VectorXd& q,
                                  const Eigen::VectorXd& rates) {
  TreeState state(model);
  state.p_WB = q.head<3>();
  state.R_WB = rotation_from_euler(sequence, q.segment<3>(3));
  state.joints = q.tail(model.joint_count());
  state.v_WB = rates.head<3>();
  state.w_WB = state.R_WB * euler_rate_matrix(sequence, q.segment<3>(3)) * rates.segment<3>(3);
  state.joint_rates = rates.tail(model.joint_count());
  return state;
}

}  // namespace freefloat
