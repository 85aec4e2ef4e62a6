#pragma once

#include <string>
#include <vector>

#include "planning/alternatives.h"
#include "planning/quick_runs.h"

namespace freefloat {

/// An alternative that was found to succeed.
struct Suggestion {
  Alternative alternative;
  double seconds = 0.0;  ///< predicted without noise, s
  QuickRuns runs;
};

/// Quick runs of an alternative, and the share of them that must succeed for it to be said.
inline constexpr std::uint64_t kSuggestionRuns = 40;
inline constexpr double kSuggestionShare = 0.95;

/// Tries alternatives in simulation: those that the noise-free prediction captures are run quickly, and of
/// each kind the first that succeeds is kept.
/// @param experiment Path of its file. @param settings Laid over it already.
/// @param config The two read.
std::vector<Suggestion> find_suggestions(const std::string& experiment,
                                         const std::vector<std::string>& settings, const RunConfig& config,
                                         const ControlSetup& setup, const Work& work);

}  // namespace freefloat
