#pragma once

#include "answers/state_json.h"
#include "spatial/tree/attitude.h"
#include "spatial/tree/tree_state.h"

namespace freefloat {

/// What `freefloat model` is asked about a spatial model: one state and what acts on it.
struct TreeQuestion {
  explicit TreeQuestion(const TreeModel& model);

  TreeState state;                                     ///< velocities of the base zero when momentum_zero
  std::optional<EulerSequence> sequence;               ///< in which the attitude was given
  Vector3 euler = Vector3::Zero();                     ///< rad, in that sequence
  bool has_rates = false;                              ///< anything was said about the motion
  bool momentum_zero = true;                           ///< the base's velocities follow from momentum zero
  std::optional<Eigen::VectorXd> joint_accelerations;  ///< rad/s^2 or m/s^2
  Eigen::VectorXd torques;                             ///< n, N m or N; zero when not given
  Vector3 base_force = Vector3::Zero();                ///< W, N
  Vector3 base_moment = Vector3::Zero();               ///< about the base's origin, W, N m
};

/// @param line One JSON object with the keys of `freefloat model --help`; unknown and repeated keys are
/// refused.
/// @throws StateError naming the key and what is wrong with it, also for a motion that the base cannot make.
TreeQuestion parse_tree_question(const std::string& line, const TreeModel& model);

}  // namespace freefloat
