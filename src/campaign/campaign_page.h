#pragma once

#include <functional>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/intervals.h"
#include "campaign/results_file.h"

namespace freefloat {

/// Makes the top views of some failures, by running them again. @return For each row an SVG element whose id
/// is `failure_id`; empty: there is none.
using DrawFailures = std::function<std::vector<std::string>(const std::vector<Row>& rows)>;

/// @return Of a row's picture on the page.
std::string failure_id(const Row& row);

/// @param campaign What was run. @param results Its rows.
/// @param command Runs the campaign again: `freefloat campaign FILE`; of one sample with `--sample 17`.
/// @param draw_failures Called once an arm that has failures, with the first of them; empty: no top views.
/// @return What the results say, as one HTML page that needs nothing else.
std::string make_campaign_page(const Campaign& campaign, const ResultsFile& results,
                               const std::string& command, const DrawFailures& draw_failures = {});

/// @return The command that runs one sample again, with its log.
std::string sample_command(const std::string& command, const Campaign& campaign, const Row& row);

/// @return `394 of 400 (98.5 %; 95 %: 96.8 to 99.3 %)`.
std::string share_text(const Share& share);

}  // namespace freefloat
