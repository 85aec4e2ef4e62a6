#pragma once

#include <nlohmann/json_fwd.hpp>

#include "bring_up/bring_up.h"

namespace freefloat {

/// @return `bring_up_json`, and beside it under `command` what is to be typed next, where there is such a
/// thing: the same for the terminal's `--json` and for the console's page.
nlohmann::ordered_json bring_up_answer(const BringUp& list, const LabFolder& folder);

}  // namespace freefloat
