#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/results_file.h"

namespace freefloat {

/// How far a campaign is.
struct CampaignProgress {
  std::uint64_t done = 0;   ///< rows, those of earlier calls as well
  std::uint64_t all = 0;    ///< rows that there will be
  std::uint64_t fresh = 0;  ///< rows of this call
  double seconds = 0.0;     ///< of this call
  std::uint64_t good = 0;   ///< successes among the counted rows of the first arm
  std::uint64_t counted = 0;
};

/// Samples from `begin` on, before `end`.
struct SampleRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct CampaignOptions {
  int workers = 1;
  std::optional<SampleRange> only;         ///< left out: all samples
  std::optional<double> until_half_width;  ///< of every arm's 95 % interval: then it is enough
  std::string log_folder;                  ///< of the logs that are kept
  std::function<void(const CampaignProgress&)> on_progress;  ///< several times a second
};

/// @return Whether success is a capture: the experiment has one. Else it is that all phases passed.
bool judges_capture(const Campaign& campaign);

/// Everything that a sample runs with. Arms have the same start and target, whatever they set.
/// @throws ConfigError when the files do not permit the drawn world.
RunConfig sample_config(const Campaign& campaign, std::uint64_t sample, std::size_t arm);
RunConfig sample_config(const Campaign& campaign, std::uint64_t sample,
                        const std::vector<std::string>& arm_settings);

/// Runs one sample. @param log Path of its log; empty: none.
Row run_sample(const Campaign& campaign, std::uint64_t sample, std::size_t arm, const std::string& log = {},
               const std::function<void(RunRecord)>& finished = {});

/// Runs all samples that the results do not have, in worker processes. What is in the results afterwards does
/// not depend on their number, nor on where it was interrupted.
/// @return False: `stop` was set before the end.
bool run_campaign(const Campaign& campaign, const CampaignOptions& options, ResultsFile& results,
                  const std::atomic<bool>& stop);

}  // namespace freefloat
