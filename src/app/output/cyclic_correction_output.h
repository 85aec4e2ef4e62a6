#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "spatial/virtual_manipulator/reorient_vehicle.h"

namespace freefloat {

// What `freefloat cyclic-correction` prints, for people and as JSON.

/// A correction that was asked for, and what came of it.
struct CyclicCorrection {
  const TreeParameters& tree;
  const ReorientationConfig& config;
  Eigen::VectorXd joints;           ///< where every cycle begins and ends, rad or m
  Vector3 start = Vector3::Zero();  ///< Euler angles, rad
  Vector3 goal = Vector3::Zero();   ///< the same
  std::vector<CycleSet> sets;

  /// @return Whether the last set has led to the goal.
  bool reached() const;
};

std::string format_correction(const CyclicCorrection& correction);
nlohmann::ordered_json correction_to_json(const CyclicCorrection& correction);

}  // namespace freefloat
