#pragma once

#include "campaign/campaign.h"
#include "config/fields/field.h"

namespace freefloat {

Fields<Campaign> campaign_fields();

/// Distributions with all their numbers in order, correlations that can be, arms with names of their own.
void check_campaign(Campaign& campaign, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
