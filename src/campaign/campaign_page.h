#pragma once

#include <string>

#include "campaign/campaign.h"
#include "campaign/failure_section.h"
#include "campaign/intervals.h"
#include "campaign/results_file.h"

namespace freefloat {

/// @param campaign What was run. @param results Its rows.
/// @param command Runs the campaign again: `freefloat campaign FILE`; of one sample with `--sample 17`.
/// @param draw_failures Called once an arm that has failures, with the first of them; empty: no top views.
/// @return What the results say, as one HTML page that needs nothing else.
std::string make_campaign_page(const Campaign& campaign, const ResultsFile& results,
                               const std::string& command, const DrawFailures& draw_failures = {});

/// @return `394 of 400 (98.5 %; 95 %: 96.8 to 99.3 %)`.
std::string share_text(const Share& share);

}  // namespace freefloat
