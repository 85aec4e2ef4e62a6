#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>

#include "calibration/table_calibration.h"
#include "types/joint_vector.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A pixel, and how high above the table it was seen, m.
struct SeenPixel {
  Vector2 uv;
  double height = 0.0;
};

/// States how well places on the table are known: where something was seen, and all over the picture at the
/// first one's height.
/// @param answer With the camera and the covariance of its pose.
void state_places(TableCalibration& answer, const std::vector<SeenPixel>& seen);

/// Calibrates the table by the same pictures with another lens; its pose is where to begin.
using TableSolver = std::function<TableAnswer(const CameraParameters& camera)>;

/// Adds what a lens that is known so well does to all that is stated: the table is calibrated anew with the
/// lens moved along each half axis of its ellipse, a tenth of the way, and what moves with it counts ten
/// times.
/// @param found Its numbers, covariance and places become less certain.
/// @param lens_covariance Of the intrinsics, in the order of `intrinsic_names`; the straight one.
/// @return Why the covariance is not of this lens, or a moved lens shows no table; empty: it was added.
std::string add_lens_uncertainty(TableCalibration& found, const Eigen::MatrixXd& lens_covariance,
                                 const TableSolver& solve);

}  // namespace freefloat
