#pragma once

#include <cstdint>

#include "runtime/preview.h"

namespace freefloat {

/// Points along a path, evenly; those of a file are all there.
/// @param path As the experiment gives it. @param begin See `begin_of_path`, m. @param count At least 1.
/// @return m, in W.
std::vector<Vector2> points_of_path(const HandPath& path, const Vector2& begin, int count);

/// Predicts a path with the controller's own laws, on a robot that follows exactly.
/// @param config Robot, limits and settings. @param number Of the path in `config.paths`.
/// @param estimate Where the robot is when the phase begins.
/// @return Refused where the hand cannot go all the way, and why.
Preview preview_path(const ControllerConfig& config, std::uint32_t number, const StateEstimate& estimate);

}  // namespace freefloat
