#pragma once

#include "spatial/simulation/simulate.h"

namespace freefloat {

/// How the torques of the inverse dynamics reach the forward simulation.
enum class TorqueTransfer : std::uint8_t {
  kContinuous,  ///< at every instant, both integrated side by side
  kHeld,        ///< read at the rows of a table, each kept until the next
  kLinear,      ///< read at the rows of a table, straight lines between
};

/// How far the simulated motion left the one that was wanted, at the worst sample.
struct PathDeviation {
  Vector3 position = Vector3::Zero();  ///< of the end point along W's axes, m
  double distance = 0.0;               ///< of the end point, m
  double angle = 0.0;                  ///< of its attitude, rad
  Vector3 travel = Vector3::Zero();    ///< largest minus smallest wanted position along W's axes, m
};

/// A motion, the torques that it needs, and what these torques do: Saha 1993, Section 4.
struct InverseThenForward {
  SimulationResult inverse;
  TreeSimulationConfig
      forward_config;  ///< its torques as tables; without any for kContinuous, which has no table
  SimulationResult forward;
  std::vector<PathDeviation> end_points;  ///< in the order of the model
  double joints = 0.0;                    ///< largest deviation of a joint, rad or m
};

/// First finds the torques of the prescribed motion, then simulates the tree under these torques alone.
/// @param config All joints' motion given, and a constant momentum: MotionLaw::kMomentum.
/// @param table_step Time between the rows of the table, s; does not count for kContinuous.
/// @throws std::invalid_argument when the configuration is not of that kind.
InverseThenForward simulate_inverse_then_forward(const TreeSimulationConfig& config, TorqueTransfer transfer,
                                                 double table_step, const SimulationProgress& progress = {});

}  // namespace freefloat
