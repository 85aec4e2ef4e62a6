#pragma once

#include <string>
#include <vector>

namespace freefloat {

/// @return The words as one line that a shell takes apart into exactly these words again; quoted only where
/// needed.
std::string join_for_shell(const std::vector<std::string>& words);

}  // namespace freefloat
