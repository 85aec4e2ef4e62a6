#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/annulus.h"
#include "model/robot_parameters.h"
#include "runlog/target_places.h"
#include "types/table.h"

namespace freefloat::console {

/// What the live channels must know of a run beside its records.
struct RunFacts {
  std::int64_t epoch_ns = 0;             ///< wall time of the run's time zero, as in its log
  std::vector<std::string> joint_names;  ///< missing ones are called joint_1, joint_2, ...
  RobotParameters robot;
  std::vector<TargetFacts> targets;  ///< in the experiment's order
  TableParameters table;
  Annulus workspace;  ///< without singularities, about the mass centre, m
};

}  // namespace freefloat::console
