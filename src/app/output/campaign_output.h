#pragma once

#include <string>
#include <vector>

#include "campaign/intervals.h"
#include "campaign/run_campaign.h"

namespace freefloat {

/// @param word What success is called. @return How far a campaign is, in one line.
std::string progress_text(const CampaignProgress& progress, const std::string& word);

/// Shares, failures and numbers of all rows. @return The first arm's share of successes.
Share print_results(const Campaign& campaign, const ResultsFile& results, const std::string& word,
                    const CampaignProgress& progress);

/// A world that is told: a value a draw, and the seed of its simulation.
struct ToldWorld {
  std::vector<std::string> values;
  std::uint64_t run_seed = 0;
};

/// @return The command that runs this world alone, in one line.
/// @param file Of the campaign.
std::string told_command(const std::string& file, const Campaign& campaign, std::size_t arm,
                         const ToldWorld& world);

/// Drawn values, how it ended, and its numbers.
void print_row(const Campaign& campaign, const Row& row);

}  // namespace freefloat
