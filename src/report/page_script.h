#pragma once

#include <string_view>

namespace freefloat {

/// The run report's script: the time slider and the cursors. The page is complete without it.
std::string_view page_script();

}  // namespace freefloat
