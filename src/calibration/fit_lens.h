#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "calibration/board.h"
#include "calibration/lens_model.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A lens as views of a board tell it.
struct LensFit {
  LensModel model = LensModel::kPinhole5;
  CameraParameters lens;
  std::vector<double> intrinsics;               ///< in the order of `intrinsic_names`
  Eigen::MatrixXd covariance;                   ///< of the intrinsics, straight: for what follows from them
  std::vector<BoardPose> poses;                 ///< one a view
  std::vector<std::vector<Vector2>> residuals;  ///< measured minus computed, pixels, as the views' corners
  double sigma = 0.0;                           ///< of a corner's coordinate, pixels, from the residuals
  double rms = 0.0;                             ///< of a corner's distance from where it should be, pixels
  int corners = 0;
  bool converged = false;
  std::string untold;  ///< intrinsics that the views do not tell, in words; empty: none

  /// @return `rms` of each view alone, pixels.
  std::vector<double> view_rms() const;
};

/// Where a fit begins.
struct LensStart {
  std::vector<double> intrinsics;
  std::vector<BoardPose> poses;  ///< one a view
  bool rough = true;             ///< false: near the solution, all may move at once
};

/// @param lens Model and intrinsics.
/// @param pose Of the board in the camera's frame.
/// @param p_board In the board's frame, m.
/// @return Pixel; nothing when the point is not in front of the camera or the lens never shows it.
std::optional<Vector2> project_corner(const CameraParameters& lens, const BoardPose& pose,
                                      const Eigen::Vector3d& p_board);

/// Fits intrinsics and the views' poses together.
/// @param views At least one; the poses of `start` are in the same order.
LensFit fit_lens(LensModel model, const BoardLayout& layout, const std::vector<BoardView>& views,
                 const LensStart& start);

/// @param fit Of these views.
/// @return Covariance of the intrinsics as it is to be stated: where the model is rational, what its bend
/// adds is in it (`bent_covariance`). The fit's own is the one to compute with: the projection does not bend
/// along.
Eigen::MatrixXd stated_covariance(const LensFit& fit, const BoardLayout& layout,
                                  const std::vector<BoardView>& views);

/// Finds the pose of one view of a lens that is known.
/// @param start A pose near it.
BoardPose fit_pose(const CameraParameters& lens, const BoardLayout& layout, const BoardView& view,
                   const BoardPose& start);

}  // namespace freefloat
