#pragma once

#include <optional>

#include "campaign/campaign.h"
#include "campaign/results_file.h"
#include "drawing/figure.h"

namespace freefloat {

/// How soon each arm captures: of the samples that perfect knowledge can capture, the share whose gripper
/// closed within so many times the bound.
/// @param campaign Its arms' names. @param results All rows.
/// @param standalone A file of its own.
/// @return None where no bound was worked out.
std::optional<Figure> draw_times_the_bound(const Campaign& campaign, const ResultsFile& results,
                                           bool standalone = false);

}  // namespace freefloat
