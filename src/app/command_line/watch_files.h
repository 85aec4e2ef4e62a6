#pragma once

#include <string>

namespace freefloat {

/// Runs this program's own command line again, without `--watch`, whenever the program, the log or the
/// experiment (with the files beside it) changes, and prints the lines of the answer that are new or gone. A
/// process of its own each time: only so is a new build used.
/// @param experiment Of --config; empty: none.
/// @return Whether the last replay went well, after Ctrl-C.
bool watch_replay(const std::string& log, const std::string& experiment);

}  // namespace freefloat
