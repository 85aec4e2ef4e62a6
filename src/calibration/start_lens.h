#pragma once

#include <optional>
#include <vector>

#include "calibration/fit_lens.h"

namespace freefloat {

/// A lens that is nothing but a focal length, and the boards' poses before it: good enough to begin a fit.
/// An ideal fisheye, for that bends the least wrongly whatever the lens is; tried at many focal lengths, each
/// with OpenCV's planar poses.
/// @return Starts of the fisheye model, the best first; empty when no focal length shows the boards.
std::vector<LensStart> start_fisheye(const BoardLayout& layout, const std::vector<BoardView>& views);

/// @param fisheye A fit of the same views.
/// @return The start of a pinhole model: its radial polynomial along the fisheye's.
LensStart start_pinhole(LensModel model, const BoardLayout& layout, const std::vector<BoardView>& views,
                        const LensFit& fisheye);

/// @param lens Known.
/// @return Pose of one view, by OpenCV; nothing when it shows too few corners or none that the lens can show.
std::optional<BoardPose> start_pose(const CameraParameters& lens, const BoardLayout& layout,
                                    const BoardView& view);

}  // namespace freefloat
