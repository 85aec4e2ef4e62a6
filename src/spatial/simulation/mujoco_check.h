#pragma once

#include <string>
#include <tl/expected.hpp>

#include "spatial/simulation/simulation_result.h"

namespace freefloat {

/// Largest differences between a simulation and the same one by MuJoCo.
struct MujocoComparison {
  double timestep = 0.0;              ///< of MuJoCo's steps, s
  double base_acceleration = 0.0;     ///< at the start, m/s^2 and rad/s^2
  double joint_acceleration = 0.0;    ///< at the start, rad/s^2 or m/s^2
  double largest_acceleration = 0.0;  ///< at the start, ours: what the two compare to
  double base_position = 0.0;         ///< at all samples, m
  double base_angle = 0.0;            ///< rad
  double joints = 0.0;                ///< rad or m
  double end_points = 0.0;            ///< m
};

/// Simulates again with MuJoCo (integrator RK4, no contacts, no damping) from the same start under the same
/// forces, and compares accelerations at the start and the motion at every sample.
/// @param longest_step Of MuJoCo's steps, s; they are shortened to end at the samples.
/// @return The differences; or why there is no comparison: motions that are given cannot be imposed on it, or
/// the program was built without MuJoCo.
tl::expected<MujocoComparison, std::string> check_with_mujoco(const TreeSimulationConfig& config,
                                                              const SimulationResult& result,
                                                              double longest_step = 1e-3);

}  // namespace freefloat
