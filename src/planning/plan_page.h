#pragma once

#include <string>

#include "planning/experiment_plan.h"

namespace freefloat {

/// @param command Makes the plan again; of a suggestion with its settings behind it.
/// @return What is predicted, as one HTML page that needs nothing else.
std::string make_plan_page(const ExperimentPlan& plan, const std::string& command);

/// @return One line on the whole: "captured in 198 of 200 quick runs (99.0 %; 95 %: ...)".
std::string describe_runs(const ExperimentPlan& plan);

/// @return `settings` as options of a command line.
std::string suggestion_options(const Alternative& alternative);

}  // namespace freefloat
