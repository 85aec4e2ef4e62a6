#pragma once

#include <string>

namespace freefloat {

/// Before a file is written over, or values are put into it.
/// @param option By which it was named: `--write-camera`.
/// @param path Empty, or of a file that is not there yet: nothing is expected of it.
/// @param kind `camera`, `robot`, ..., as `check_file` names them.
/// @throws std::runtime_error when there is a file of another kind: which it is and which is wanted.
void expect_kind(const std::string& option, const std::string& path, const std::string& kind);

}  // namespace freefloat
