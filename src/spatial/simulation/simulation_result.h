#pragma once

#include <string>
#include <vector>

#include "spatial/simulation/step_control.h"
#include "spatial/simulation/tree_system.h"

namespace freefloat {

/// A simulated tree at one time.
struct SimulationSample : TreeInstant {
  double time = 0.0;                        ///< s
  Vector6 base_reaction = Vector6::Zero();  ///< (force; moment) that holds the base: see base_reaction
  std::vector<Pose> end_points{};           ///< in W, in the order of the model
  std::vector<EndPointMotion> end_point_motions{};
  TreeTotals totals{};                ///< momenta and energies
  double work = 0.0;                  ///< of all forces but gravity since the start, J
  Vector6 impulse = Vector6::Zero();  ///< of the forces from outside since the start, see TreeSystem
};

/// How far a simulation is from the balances that its equations keep, at the worst sample: what energy and
/// momenta have gained beyond the work and the impulses. Momenta count in the ways that the base can move.
struct BalanceErrors {
  double energy = 0.0;  ///< J
  double largest_energy =
      0.0;  ///< kinetic energy or work, whichever was larger, J: what the error compares to
  double linear_momentum = 0.0;   ///< N s
  double angular_momentum = 0.0;  ///< N m s; about the mass centre, or a spherical base's bearing
};

/// A joint that has left the limits of its model. The simulation does not stop it.
struct LimitExcess {
  int joint = 0;          ///< 0 .. n - 1
  double time = 0.0;      ///< first sample beyond, s
  double position = 0.0;  ///< there, rad or m
};

struct SimulationResult {
  std::vector<SimulationSample> samples;  ///< at sample_times, the first ones of them when it failed
  StepCount count;
  std::string failure;  ///< why and when it could not go on; empty when it reached the end
};

/// Largest force, N, and moment, N m, that hold a base which cannot move freely.
struct LargestReaction {
  double force = 0.0;
  double moment = 0.0;
};
LargestReaction find_largest_reaction(const SimulationResult& result);

BalanceErrors find_balance_errors(const TreeParameters& tree, const SimulationResult& result);
std::vector<LimitExcess> find_limit_excesses(const TreeParameters& tree, const SimulationResult& result);

}  // namespace freefloat
