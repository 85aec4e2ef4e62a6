#pragma once

#include <string_view>

namespace freefloat {

/// @return Whether C or C++ keeps the word for itself, so that nothing can have this name.
bool is_reserved_word(std::string_view word);

}  // namespace freefloat
