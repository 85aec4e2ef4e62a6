#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spatial/simulation/end_point_path.h"
#include "spatial/simulation/joint_drive.h"
#include "spatial/tree/tree_parameters.h"

namespace freefloat {

enum class IntegratorMethod : std::uint8_t {
  kFehlberg78,      ///< Runge-Kutta-Fehlberg 7(8): few long steps at small tolerances
  kDormandPrince5,  ///< Runge-Kutta-Dormand-Prince 5(4)
};

/// Adaptive Runge-Kutta steps: each error stays below absolute + relative * size of the number.
struct IntegratorConfig {
  IntegratorMethod method = IntegratorMethod::kFehlberg78;
  double relative_tolerance = 1e-13;
  double absolute_tolerance = 1e-13;  ///< in SI units of each number
  double shortest_step = 1e-10;       ///< s: a simulation that needs shorter ones has failed
  long most_steps = 10'000'000;
};

/// Where a simulated tree starts.
struct StartState {
  Vector3 p_WB = Vector3::Zero();
  Matrix3 R_WB = Matrix3::Identity();
  std::optional<Vector3> v_WB;  ///< m/s; neither this nor w_WB: the total momentum is zero
  std::optional<Vector3> w_WB;  ///< rad/s
  Eigen::VectorXd joints;       ///< length n, rad or m
  Eigen::VectorXd joint_rates;  ///< length n, rad/s or m/s; of joints whose motion is given they do not count
};

/// All that a simulation depends on.
struct TreeSimulationConfig {
  std::string name;
  TreeParameters tree;
  double duration = 10.0;    ///< s
  double sample_step = 0.0;  ///< between the results that are kept, s; 0: a 500th of the duration
  StartState start;
  std::vector<JointDrive> drives;         ///< n
  std::optional<EndPointPath> path;       ///< moves all joints instead of the drives
  Vector6 base_wrench = Vector6::Zero();  ///< (force; moment) on the base at its origin, W, N and N m
  IntegratorConfig integrator;
};

/// @return A simulation of the tree at rest in its zero posture, without torques.
TreeSimulationConfig make_simulation(TreeParameters tree);

/// @return What contradicts itself, in words, one line each; empty when the simulation can begin.
std::vector<std::string> check_simulation(const TreeSimulationConfig& config);

/// @return The times at which results are kept, s, from 0 to the duration.
std::vector<double> sample_times(const TreeSimulationConfig& config);

}  // namespace freefloat
