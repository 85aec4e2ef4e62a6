#pragma once

#include <string>

#include "runtime/run_record.h"

namespace freefloat {

/// @return How the link to the servo board was.
std::string make_link_card(const RunRecord& record);

/// @return How the ways from trackers on other computers were, a card each; empty where markers did not come
/// from one.
std::string make_marker_path_cards(const RunRecord& record);

}  // namespace freefloat
