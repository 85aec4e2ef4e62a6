#pragma once

#include <chrono>
#include <optional>
#include <string>

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

/// Drawn values, how it ended, and its numbers.
void print_row(const Campaign& campaign, const Row& row);

}  // namespace freefloat
