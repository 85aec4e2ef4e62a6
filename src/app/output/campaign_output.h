#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "campaign/intervals.h"
#include "campaign/run_campaign.h"

namespace freefloat {

/// How far a campaign is, on standard error: on a terminal in one line that is written again and again, in a
/// file or pipe in one every ten seconds.
class CampaignLine {
 public:
  /// @param word What success is called.
  explicit CampaignLine(std::string word);

  void show(const CampaignProgress& progress);
  void end() const;
  const CampaignProgress& last() const { return last_; }

 private:
  std::string word_;
  bool terminal_;
  double next_ = 0.0;
  CampaignProgress last_;
};

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
