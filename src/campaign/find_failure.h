#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "campaign/campaign.h"
#include "campaign/cross_entropy.h"
#include "campaign/run_campaign.h"

namespace freefloat {

/// How far a search is.
struct SearchProgress {
  SearchStage stage = SearchStage::kApproach;
  std::uint64_t done = 0;                ///< runs
  double seconds = 0.0;                  ///< of the present batch
  std::optional<double> least_margin{};  ///< of the runs before the present batch
};

struct FindFailureOptions {
  SearchOptions search{};  ///< dimension and seed are the campaign's
  int workers = 1;
  std::string log_folder;  ///< of the logs that are kept
  std::function<void(const SearchProgress&)> on_progress;
};

/// @return The campaign of a search's rows: this arm alone, and samples that are listed as they are tried.
/// @throws std::runtime_error where nothing is drawn from a distribution.
Campaign listed_campaign(const Campaign& campaign, std::size_t arm, const SearchOptions& search);

/// Searches what the campaign draws for the failure nearest to the medians, and estimates how likely one is.
/// Each world is tried with a seed of its own: noise, and what `draw_scene` draws, are as in the campaign.
/// @param listed Made by `listed_campaign` of the same search, without samples; gets them.
/// @param results Of `listed`. Rows that are there already are not run again.
FailureSearch find_failure(Campaign& listed, const FindFailureOptions& options, ResultsFile& results,
                           const std::atomic<bool>& stop);

/// @return The campaign with one sample, number 0.
/// @param settings `KEY=VALUE` of every key that is drawn, in any order.
/// @param run_seed Of the sample's simulation.
/// @throws std::runtime_error when a key is missing, told twice or not drawn.
Campaign told_sample(const Campaign& campaign, const std::vector<std::string>& settings,
                     std::uint64_t run_seed);

}  // namespace freefloat
