#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign/run_case.h"
#include "identification/fit_soundness.h"
#include "identification/mass_solution.h"
#include "identification/payload_fit.h"
#include "identification/suggest_motion.h"

namespace freefloat {

/// What one capture does with the robot as it was found.
struct CaptureOutcome {
  CaseResult old_file;
  CaseResult new_file;
};

/// What logs tell of a robot's masses.
struct IdentifyAnswer {
  RobotParameters robot;  ///< as its file has it
  MomentumFit fit;
  FitSoundness soundness;  ///< where it is not sound, `solution` gives no intervals
  MassSolution solution;
  std::vector<double> ranges;    ///< of the joints, rad
  double satellite_range = 0.0;  ///< rad
  std::vector<std::string> inconsistencies;
  std::optional<CaptureOutcome> capture{};
  std::optional<MotionSuggestion> suggestion{};
};

/// @param hold What was held, as it was given.
/// @param capture Experiment of `answer.capture`.
std::string identification_text(const IdentifyAnswer& answer, const std::vector<std::string>& hold,
                                const std::string& capture);

/// @param assumed What the controller took the target for.
std::string payload_text(const PayloadFit& found, const PayloadParameters& assumed);

nlohmann::ordered_json payload_json(const PayloadFit& found, const PayloadParameters& assumed);

nlohmann::ordered_json identification_json(const IdentifyAnswer& answer);

}  // namespace freefloat
