#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planning/capture_map.h"
#include "planning/quick_runs.h"
#include "planning/suggestions.h"
#include "planning/tilt_effect.h"
#include "runtime/preview.h"

namespace freefloat {

struct PlanOptions {
  std::uint64_t runs = 200;  ///< quick runs with noise
  bool suggest = true;       ///< look for a better start where it fails
  bool maps = false;         ///< which other targets can be captured from here
  MapOptions map;
};

/// Below this share of successes something better is looked for.
inline constexpr double kGoodEnough = 0.9;

/// What an experiment is predicted to do.
struct ExperimentPlan {
  RunConfig config;
  HandWorkspace workspace;
  bool captures = false;           ///< success is the capture, else that all phases pass
  std::optional<Preview> preview;  ///< the first capture without noise, on a level table
  std::string unpredicted;         ///< why there is none
  std::optional<TiltEffect> tilt;  ///< of captures that are predicted
  QuickRuns runs;                  ///< with noise, tilt and all else that the files say
  bool suggested = false;          ///< something better was looked for
  std::vector<Suggestion> suggestions;
  std::vector<CaptureMap> maps;
};

/// Predicts an experiment; moves nothing.
/// @param experiment Path of its file. @param settings `key=value` each, laid over it.
/// @throws ConfigError with all problems of its files.
ExperimentPlan make_plan(const std::string& experiment, const std::vector<std::string>& settings,
                         const PlanOptions& options, const Work& work);

/// The capture that is predicted without noise, in sentences: whether and why not, time, singular value,
/// margins, meeting, tilt.
std::vector<std::string> describe_prediction(const ExperimentPlan& plan);

}  // namespace freefloat
