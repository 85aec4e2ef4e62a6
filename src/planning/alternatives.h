#pragma once

#include <string>
#include <vector>

#include "control/control_setup.h"
#include "runtime/run_config.h"

namespace freefloat {

/// What may be changed of an experiment.
enum class AlternativeKind : std::uint8_t { kPosture, kWait, kSpeed, kPlace, kLevel };

/// Another way to begin an experiment.
struct Alternative {
  AlternativeKind kind = AlternativeKind::kPosture;
  std::string words;                  ///< "begin with the joints at [20, 120] deg"
  std::vector<std::string> settings;  ///< `key=value` each, as behind --set
};

/// @return What may be tried instead: of each kind the smallest change first.
/// @param config The experiment. @param setup Of its controller.
std::vector<Alternative> list_alternatives(const RunConfig& config, const ControlSetup& setup);

}  // namespace freefloat
