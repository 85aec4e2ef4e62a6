#pragma once

#include <string_view>

namespace freefloat {

// What people read beside the results: on standard error, as "error: ..." and in colour on a terminal. The
// loop itself never prints.
void say_error(std::string_view text);
void say_warning(std::string_view text);
void say_info(std::string_view text);

}  // namespace freefloat
