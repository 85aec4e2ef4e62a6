#pragma once

#include <string>

#include "types/cycle.h"

namespace freefloat {

/// @param path One that was refused.
/// @return Why it cannot be followed, where, by how much, and what to do.
std::string explain_refused_path(const PathOutput& path);

}  // namespace freefloat
