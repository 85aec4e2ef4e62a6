#pragma once

#include "control/predict_path.h"

namespace freefloat {

/// The memory of a hand that follows a path.
struct PathFollowing {
  bool begun = false;
  Time last{};  ///< of the last step
  PathMotion motion;
  PathPrediction prediction;
  PathOutput output;  ///< newest
};

/// One cycle of following a path: the whole of it is predicted first, at rest, and refused when it leads over
/// an edge of the annulus, a limit or the table; then position feedback and the path's own velocity.
/// @param setup Robot, limits, paths.
/// @param model Of the robot as it is, payload included.
/// @param number Of the path.
/// @param estimate The newest, valid.
/// @param state The memory; goes on. A gap in its calls is a hold: the hand then comes back to the path
/// first.
/// @param guidance Status, goal and numbers are set.
/// @return The hand velocity wanted, m/s; none while nothing is to move.
std::optional<Vector2> follow_path(const ControlSetup& setup, const PlanarModel& model, std::uint32_t number,
                                   const StateEstimate& estimate, PathFollowing& state,
                                   GuidanceOutput& guidance);

}  // namespace freefloat
