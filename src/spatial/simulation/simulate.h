#pragma once

#include <functional>

#include "spatial/simulation/simulation_result.h"

namespace freefloat {

/// Told at every sample how far a simulation is, s.
/// @return Whether it goes on.
using SimulationProgress = std::function<bool(double time)>;

/// Integrates the motion of a tree.
/// @param config check_simulation has nothing to say of it.
/// @return The results as far as it came; `failure` says why it could not go on.
/// @throws std::invalid_argument when check_simulation finds problems.
SimulationResult simulate(const TreeSimulationConfig& config, const SimulationProgress& progress = {});

/// @return The system's numbers as a sample.
SimulationSample take_sample(const TreeModel& model, TreeSystem& system, const double* x, double time,
                             const Eigen::VectorXd* joint_forces = nullptr);

/// @return All times at which the drives or the path are not smooth, inside the duration, sorted, s.
std::vector<double> break_times(const TreeSimulationConfig& config);

/// Integrates from sample to sample, ending a step at every break time.
/// @param enter_piece Told a time inside each piece between breaks before it is integrated.
/// @param take Called at every sample time; returns whether to go on.
/// @return Why and when it could not go on; empty when it reached the end.
std::string integrate_samples(const TreeSimulationConfig& config, const OdeSystem& ode, StepControl& control,
                              std::vector<double>& x, const std::function<void(double)>& enter_piece,
                              const std::function<bool(double)>& take);

}  // namespace freefloat
