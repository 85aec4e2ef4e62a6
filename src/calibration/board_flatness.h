#pragma once

#include <functional>
#include <string>
#include <vector>

#include "calibration/fit_lens.h"
#include "calibration/table_calibration.h"

namespace freefloat {

/// Boards that are said to lie flat, each with the pose that its own corners tell.
struct SeenBoards {
  const CameraParameters& camera;  ///< its lens
  const BoardLayout& layout;
  const std::vector<BoardView>& views;
  const std::vector<BoardPose>& poses;  ///< one a view, free to be tilted
  double thickness;                     ///< from the table to their pattern, m
};

/// Solves for the camera's pose with some of the boards in one plane.
using FlatSolver =
    std::function<TableAnswer(const std::vector<BoardView>& views, const std::vector<BoardPose>& poses)>;

/// Holds boards in one plane against boards that may lie as they like: where the former leave more than the
/// latter, and more than a calibrated lens may be off, one is tilted or raised. It is the one without which
/// the rest agree.
/// @param flat The answer with all of them in one plane.
/// @return Which, by how much, and the remedy; or that the lens does not fit; empty: they lie flat, as far as
/// boards tell.
std::string find_uneven_board(const SeenBoards& boards, const TableCalibration& flat,
                              const FlatSolver& solve);

}  // namespace freefloat
