#pragma once

#include <functional>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/row.h"

namespace freefloat {

/// Makes the top views of some failures, by running them again. @return For each row an SVG element whose id
/// is `failure_id`; empty: there is none.
using DrawFailures = std::function<std::vector<std::string>(const std::vector<Row>& rows)>;

/// @return Of a row's picture on the page.
std::string failure_id(const Row& row);

/// @return The command that runs one sample again, with its log.
std::string sample_command(const std::string& command, const Campaign& campaign, const Row& row);

/// @param failures Of one arm. @param command As of make_campaign_page.
/// @param draw Called with the first of them; empty: no top views.
/// @return The failures as a part of a page, those nearest to the middle of the drawn space first; empty:
/// none.
std::string failure_section(const Campaign& campaign, const std::vector<Row>& failures,
                            const std::string& command, const DrawFailures& draw);

}  // namespace freefloat
