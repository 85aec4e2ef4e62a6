#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "control/controller_config.h"
#include "hal/joint_link.h"
#include "law/law_process.h"
#include "safety/safety_config.h"
#include "types/cycle.h"

namespace freefloat {

/// What the words of faults need to know of a robot.
struct FaultWords {
  double joint_tolerance = SafetyConfig{}.joint_tolerance;  ///< rad
  std::vector<std::string> leds;  ///< names, in the order of MarkerFrame; the target's own are not among them
  std::string law;                ///< of the user's own: its file
  std::string target_source;      ///< who tells the target apart from the robot; empty: nobody does
  const LawProcess* law_at_work = nullptr;  ///< outlives the words; null: not at hand
};

FaultWords fault_words(const ControllerConfig& config, const LawProcess* law = nullptr);

/// What there is to tell about faults, beside their names.
struct FaultContext {
  const CycleOutput& output;                ///< of the cycle
  const JointFeedback* feedback = nullptr;  ///< newest; null before the first
  const JointLink* link = nullptr;          ///< null where nothing is known of it
  const FaultWords& words;
};

/// @return Names of the fault bits, joined by commas.
std::string name_faults(std::uint32_t faults);

/// @return Names of the fault bits with what was seen, for people: which joint, which sensor, what is wrong
/// with the link. Causes come first, and what only follows from them is left out. For moments in which the
/// robot's next motion has been decided; it allocates.
std::string explain_faults(std::uint32_t faults, const FaultContext& context);

/// @return What a servo board's status says is wrong, with the joint's number; empty when nothing is.
std::string explain_board(const JointFeedback& feedback);

/// @return Whether a fresh status of the board says that its drives are off, or that it has stopped by itself
/// and no command moves it.
bool are_drives_off(const FaultContext& context);

/// @return What the board's newest status says of its drives, or why there is none.
std::string describe_drives(const FaultContext& context);

}  // namespace freefloat
