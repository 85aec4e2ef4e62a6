#pragma once

#include "config/yaml/config_node.h"
#include "runtime/run_config.h"

namespace freefloat {

/// The documents that a run was read from, for the places of problems.
struct CrossCheckPlaces {
  const ConfigNode& experiment;
  const ConfigNode& testbed;
  const ConfigNode& robot;
  const ConfigNode& table;
  const ConfigNode& camera;
};

/// @param count Of the entries of a list. @param at It, or where it should be.
/// @param one_for_all One entry may stand for all joints, and none for those of a default.
/// @return Whether the list fits a robot of so many joints; if not, a problem was added.
bool check_joint_list(const ConfigNode& at, std::ptrdiff_t count, std::ptrdiff_t joints, bool one_for_all,
                      Problems& problems);

/// @param start_joints Joint angles at the start, rad.
/// @return Whether all lists that have one entry a joint fit the robot.
bool check_joint_counts(const RunConfig& run, const JointVector& start_joints, const CrossCheckPlaces& places,
                        Problems& problems);

/// What only shows when all files are seen together, before anything moves: limits beyond those of the
/// joints, a start outside them, a robot or target off the table, a target out of reach, a camera that does
/// not see the table, too many or too few LEDs.
void check_together(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems);

}  // namespace freefloat
