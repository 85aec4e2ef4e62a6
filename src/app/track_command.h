#pragma once

#include <CLI/CLI.hpp>

namespace freefloat {

/// Adds `freefloat track`: runs the vision on a folder of pictures, a video, or a camera.
/// @param exit_code Set when the command has run: 0 all pictures were read, 1 otherwise.
void add_track_command(CLI::App& program, int& exit_code);

}  // namespace freefloat
