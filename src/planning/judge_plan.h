#pragma once

#include <string>
#include <vector>

#include "planning/quick_runs.h"

namespace freefloat {

/// A drawn case: what quick runs predicted of it, and how its own run ended.
struct JudgedCase {
  std::uint64_t seed = 0;
  QuickRuns predicted;
  bool success = false;
  std::string cause;  ///< of a failure
};

/// Predictions between two probabilities.
struct ReliabilityBin {
  double low = 0.0;
  double high = 1.0;
  double mean = 0.0;  ///< of the predicted probabilities
  Share observed;
};

/// How good predictions are: held against runs with other noise.
struct PlanJudgement {
  std::vector<JudgedCase> cases;
  double brier = 0.0;           ///< mean of (probability - outcome)^2 (Brier 1950)
  double brier_of_share = 0.0;  ///< of one who always says the overall share of successes
  Share misses_foretold;        ///< failures whose probability was below 1/2
  Share sure_kept;              ///< predictions above 0.95 that succeeded
  std::vector<ReliabilityBin> reliability;
};

struct JudgeOptions {
  std::uint64_t cases = 1000;
  std::uint64_t runs = 20;  ///< quick runs of a case
};

/// Draws cases as `freefloat campaign EXPERIMENT` does, from the experiment's seed on; predicts each by quick
/// runs, then runs it once as it is, with its own seed.
PlanJudgement judge_plan(const RunConfig& base, const JudgeOptions& options, const Work& work);

/// @return The judgement of cases that were predicted and run.
PlanJudgement judge_cases(std::vector<JudgedCase> cases);

}  // namespace freefloat
