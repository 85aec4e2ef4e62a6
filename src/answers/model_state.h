#pragma once

#include <optional>
#include <string>

#include "answers/state_json.h"
#include "model/dynamics.h"

namespace freefloat {

/// What `freefloat model` is asked about: one state of the robot and what acts on it. What is left out has
/// the default that complete_state gives it.
struct ModelState {
  double attitude = 0.0;                      ///< rad
  JointVector joints;                         ///< rad
  std::optional<JointVector> joint_rates;     ///< rad/s
  std::optional<Vector2> satellite_position;  ///< m
  std::optional<Vector2> satellite_velocity;  ///< m/s
  std::optional<double> attitude_rate;        ///< rad/s
  JointVector torques;                        ///< N m
  BaseWrench base_wrench;

  /// @return Whether anything was said about the motion.
  bool has_rates() const { return joint_rates || satellite_velocity || attitude_rate; }
};

/// @param line One JSON object with the keys of `freefloat model --help`; unknown and repeated keys are
/// refused.
/// @param joint_count n, the length that joint arrays must have.
/// @throws StateError naming the key and what is wrong with it.
ModelState parse_model_state(const std::string& line, int joint_count);

/// @return The full state: joint rates zero when not given; the satellite placed so that the system's mass
/// centre is the origin; its velocity such that the linear, its attitude rate such that the angular momentum
/// is zero.
RobotState complete_state(const PlanarModel& model, const ModelState& state);

}  // namespace freefloat
