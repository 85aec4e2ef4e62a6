#pragma once

#include <string>

namespace freefloat {

/// Opens a page in the browser of whoever sits at this PC, where there is a screen and one; never waits for
/// it.
void open_browser(const std::string& address);

}  // namespace freefloat
