#pragma once

#include <string>

#include "replay/what_if.h"

namespace freefloat {

// Diagrams of a comparison, each an SVG element.

/// Joint rates commanded by the log and by the changed controller, a panel a joint.
std::string draw_what_if_rates(const WhatIfResult& result);

/// The hand over time: logged, predicted, and how far the two are apart.
std::string draw_what_if_hand(const WhatIfResult& result);

/// The hand on the table: logged and predicted path.
std::string draw_what_if_path(const WhatIfResult& result);

/// When the rate limit and the edges of the workspace acted.
std::string draw_what_if_limits(const WhatIfResult& result);

}  // namespace freefloat
