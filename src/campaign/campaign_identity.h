#pragma once

#include <vector>

#include "campaign/campaign.h"

namespace freefloat {

/// What two campaigns must have in common for their rows to be one table. More samples change none that are
/// there, but in a Latin hypercube.
/// @return Facts by name, as `path`, and as text.
std::vector<ConfigSource> campaign_identity(const Campaign& campaign);

}  // namespace freefloat
