#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/fields/field.h"
#include "control/controller_config.h"
#include "hal/sim/sim_config.h"
#include "runtime/experiment.h"

namespace freefloat {

/// Where the robot starts in a simulated run.
struct StartPose {
  double attitude = 0.0;                      ///< rad
  JointVector joints;                         ///< rad
  std::optional<Vector2> mass_centre;         ///< of the whole system, m
  std::optional<Vector2> satellite_position;  ///< of the satellite's mass centre, m
  Vector2 velocity = Vector2::Zero();         ///< of the whole robot, m/s
  double attitude_rate = 0.0;                 ///< of the whole robot, joints locked, rad/s
};

/// An experiment as it is written: configs/experiments/*.yaml.
struct ExperimentFile {
  Experiment experiment;
  std::string testbed;  ///< path
  std::uint64_t seed = 1;
  StartPose start;
  TargetParameters target;
  std::vector<TargetParameters> targets;     ///< several, instead of `target`
  std::optional<PayloadParameters> payload;  ///< what the controller believes; empty: as in `target`
  std::vector<ScheduledFault> faults;
};

Fields<ExperimentFile> experiment_fields();

/// Phases that can work, and a start that is given once.
void check_experiment(const ExperimentFile& file, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
