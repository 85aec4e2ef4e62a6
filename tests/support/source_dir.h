#pragma once

#include <string>

namespace freefloat {

/// @return Folder of the checked-out project. In a file of its own, so that all others compile to the same in
/// every clone, and clones share what ccache keeps.
std::string source_dir();

}  // namespace freefloat
