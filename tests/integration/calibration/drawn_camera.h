#pragma once

#include <random>
#include <vector>

#include "calibration/board.h"
#include "calibration/fit_lens.h"
#include "calibration/lens_model.h"
#include "vision/camera_parameters.h"

namespace freefloat::testing_support {

/// A camera whose lens is known, and what it would see.
struct DrawnCamera {
  LensModel model = LensModel::kPinhole5;
  CameraParameters lens;
};

/// @return A camera between a long lens and a strong wide angle; every pixel of its picture shows one ray.
DrawnCamera draw_camera(LensModel model, std::mt19937_64& random);

/// @param noise Of each coordinate, pixels.
/// @return Views of a board held all over the picture, tilted by up to `most_tilt` rad, whole in each.
std::vector<BoardView> draw_views(const CameraParameters& lens, const BoardLayout& layout, int count,
                                  double noise, double most_tilt, std::mt19937_64& random);

/// @return Pixels of a board's corners, with noise; empty when one is not in the picture.
std::vector<BoardCorner> see_board(const CameraParameters& lens, const BoardLayout& layout,
                                   const BoardPose& pose, double noise, std::mt19937_64& random);

}  // namespace freefloat::testing_support
