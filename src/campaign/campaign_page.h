#pragma once

#include <string>

#include "campaign/campaign.h"
#include "campaign/intervals.h"
#include "campaign/results_file.h"

namespace freefloat {

/// @param command Runs the campaign again: `freefloat campaign FILE`; of one sample with `--sample 17`.
/// @return What the results say, as one HTML page that needs nothing else.
std::string make_campaign_page(const Campaign& campaign, const ResultsFile& results,
                               const std::string& command);

/// @return The command that runs one sample again, with its log.
std::string sample_command(const std::string& command, const Campaign& campaign, const Row& row);

/// @return `394 of 400 (98.5 %; 95 %: 96.8 to 99.3 %)`.
std::string share_text(const Share& share);

}  // namespace freefloat
