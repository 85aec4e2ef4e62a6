#include "planning/suggestions.h"

#include <optional>
#include <set>

#include "config/load/load_experiment.h"
#include "runtime/preview.h"

namespace freefloat {

namespace {

/// @return The experiment with the alternative laid over it; nothing where the files do not permit it: a
/// target off the table, an angle beyond a joint's limit.
std::optional<RunConfig> with_alternative(const std::string& experiment, std::vector<std::string> settings,
                                          const Alternative& alternative) {
  settings.insert(settings.end(), alternative.settings.begin(), alternative.settings.end());
  try {
    return load_experiment(experiment, settings);
  } catch (const ConfigError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<Suggestion> find_suggestions(const std::string& experiment,
                                         const std::vector<std::string>& settings, const RunConfig& config,
                                         const ControlSetup& setup, const Work& work) {
  std::vector<Suggestion> found;
  std::set<AlternativeKind> answered;
  for (const Alternative& alternative : list_alternatives(config, setup)) {
    if (work.stopped()) break;
    if (answered.contains(alternative.kind)) continue;
    const auto tried = with_alternative(experiment, settings, alternative);
    if (!tried) continue;
    const Preview preview = preview_capture(setup, tried->experiment, estimate_at_start(*tried));
    if (preview.status == Preview::Status::kRefused) continue;
    Suggestion suggestion{alternative, preview.seconds,
                          run_quickly(*tried, kSuggestionRuns, work, "trying: " + alternative.words)};
    if (suggestion.runs.share.counted == 0 || suggestion.runs.share.value() < kSuggestionShare) continue;
    answered.insert(alternative.kind);
    found.push_back(std::move(suggestion));
  }
  return found;
}

}  // namespace freefloat
