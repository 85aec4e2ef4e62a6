#pragma once

#include <string>
#include <vector>

#include "calibration/board.h"

namespace freefloat {

/// Where a board is in the picture, roughly, without any lens: each 0 to 1.
struct PoseSketch {
  double x = 0.0;     ///< left to right
  double y = 0.0;     ///< top to bottom
  double size = 0.0;  ///< square root of the share of the picture that the board covers
  double skew_x =
      0.0;  ///< how much shorter its right side is than its left, -1 to 1: turned about the vertical
  double skew_y = 0.0;  ///< how much shorter its lower side is than its upper, -1 to 1
};

/// @param view With at least 4 corners that do not lie in a line.
PoseSketch sketch_pose(const BoardLayout& layout, const BoardView& view);

/// @return Whether the view tells something that the others do not.
bool is_new_pose(const PoseSketch& pose, const std::vector<PoseSketch>& taken);

/// Begin of the request that is left when no certain pose is missing, but views are.
inline constexpr const char* kAnyOtherPose = "any other pose";

/// @return What a good set still lacks, as a request to who holds the board; empty: nothing.
std::string missing_pose(const std::vector<PoseSketch>& taken);

}  // namespace freefloat
