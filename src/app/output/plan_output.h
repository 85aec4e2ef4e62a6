#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "planning/experiment_plan.h"
#include "planning/judge_plan.h"

namespace freefloat {

/// For people. @param command Runs the experiment; a suggestion's settings are put behind it.
std::string plan_text(const ExperimentPlan& plan, const std::string& command);

/// The same for programs, with the predicted path and the maps' cells.
nlohmann::json plan_json(const ExperimentPlan& plan);

/// How good predictions were, with every failure.
std::string judgement_text(const PlanJudgement& judgement);
nlohmann::json judgement_json(const PlanJudgement& judgement);

}  // namespace freefloat
