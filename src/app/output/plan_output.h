#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "planning/experiment_plan.h"
#include "planning/judge_plan.h"

namespace freefloat {

/// How far the quick runs are, on standard error: on a terminal in one line that is written again and again,
/// elsewhere not at all.
class PlanLine {
 public:
  PlanLine();
  void show(const std::string& what, std::uint64_t done, std::uint64_t all);
  void end() const;

 private:
  bool terminal_;
};

/// For people. @param command Runs the experiment; a suggestion's settings are put behind it.
void print_plan(const ExperimentPlan& plan, const std::string& command);

/// The same for programs, with the predicted path and the maps' cells.
nlohmann::json plan_json(const ExperimentPlan& plan);

/// How good predictions were, with every failure.
void print_judgement(const PlanJudgement& judgement);
nlohmann::json judgement_json(const PlanJudgement& judgement);

}  // namespace freefloat
