#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "config/files/testbed_file.h"
#include "identification/suggest_motion.h"

namespace freefloat {

/// @param testbed Whose experiment it becomes. @param name Of its file as the experiment is to name it.
/// @return The file of an experiment that makes the suggested motion.
std::string suggested_experiment(const MotionSuggestion& suggestion, const TestbedFile& testbed,
                                 const std::string& name);

/// Says by how much each direction that is not told yet is expected to shrink, and what no motion tells.
std::string suggestion_text(const MotionSuggestion& suggestion, const std::string& path);

nlohmann::ordered_json suggestion_json(const MotionSuggestion& suggestion);

}  // namespace freefloat
