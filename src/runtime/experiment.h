#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guidance/hand_path.h"
#include "runlog/run_condition.h"
#include "runtime/phase_kind.h"
#include "types/angle.h"
#include "types/approach.h"
#include "types/time.h"

namespace freefloat {

/// What ends a phase that does nothing by itself, beside its time.
enum class EndedBy : std::uint8_t { kTime, kOperator };

enum class GripperAction : std::uint8_t { kOpen, kClose };

/// One step of an experiment, with what must be true for it to have passed.
struct Phase {
  PhaseKind kind = PhaseKind::kSettle;
  std::string name;             ///< as in the file
  Duration duration{};          ///< settle, hold, wait, jog: how long
  Duration timeout{};           ///< the phase fails when it takes longer
  double max_distance = 0.005;  ///< captures: hand to target at the capture, m
  double max_speed = 0.010;     ///< captures: relative speed at the capture, m/s
  double turn = 0.0;            ///< reorient: counter-clockwise, rad
  double turn_tolerance =
      deg_to_rad(0.5);        ///< reorient, move_to: error allowed to the satellite and to each joint, rad
  HandPath path{};            ///< follow_path
  std::string points_file{};  ///< follow_path: where the path's points come from; empty: from no file
  std::uint32_t path_number = 0;  ///< follow_path: place of the path in ControllerConfig::paths
  double max_rms = 0.002;         ///< follow_path: root mean square of the hand's distance from the path, m
  double max_error = 0.005;       ///< follow_path: largest distance, m
  JointVector posture{};          ///< move_to: joint angles to reach, rad
  std::optional<double> attitude{};  ///< move_to: of the satellite, to be reached as well, rad
  double posture_rate = 0.0;  ///< move_to: of the joint that moves farthest, rad/s; 0: as fast as may be
  GripperAction gripper = GripperAction::kOpen;  ///< gripper
  double most_rate = deg_to_rad(0.5);            ///< detumble: of the whole, wanted at most, rad/s
  std::string target{};                          ///< captures: name of the target; empty: there is one only
  std::uint32_t target_number = 0;               ///< captures: which of the targets that is
  std::optional<Approach> approach{};            ///< captures: how the hand is to come to it
  JointVector jog_rates{};                       ///< jog, rad/s; empty: as the operator says
  EndedBy ended_by = EndedBy::kTime;             ///< wait, jog
  std::optional<RunCondition> until{};           ///< wait: until it holds
};

/// A named list of phases; those after a failed one are skipped except hold, release and disarm, and these
/// are not tried where the robot is not armed.
struct Experiment {
  std::string name;
  std::string description;
  std::vector<Phase> phases;
  std::vector<RunCondition> success{};  ///< of the whole run, beside its phases
  bool inject_on_hardware = false;  ///< `faults` may be injected into a real robot, where they are harmless
  bool readonly = false;  ///< commands go nowhere: phases that need the drives are observed, never passed
};

}  // namespace freefloat
