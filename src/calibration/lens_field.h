#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "calibration/fit_lens.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A number for each cell of a grid over the picture, row by row; NaN where there is none.
struct LensField {
  int columns = 0;
  int rows = 0;
  int width = 0;  ///< of the picture, pixels
  int height = 0;
  std::vector<double> values;

  /// @return Middle of a cell, pixels.
  Vector2 middle(int column, int row) const {
    return {(column + 0.5) * width / columns - 0.5, (row + 0.5) * height / rows - 0.5};
  }
  /// @return Index of the value of the cell that a pixel is in, or is next to.
  int cell_of(const Vector2& uv) const;
  double rms() const;
  double largest() const;
};

/// @return A field without values for pictures of a size.
LensField make_field(int width, int height);

/// What the intrinsics' covariance means for where a ray meets the picture: the longest axis of its 1 sigma
/// ellipse, pixels. A turn of the camera that looks the same as other intrinsics is no error, for the pose is
/// calibrated later: it is taken out, as mrcal does ("A tour of mrcal: projection uncertainty").
LensField projection_uncertainty(const LensFit& fit);

/// The same on a table that the camera looks straight down at, m, once the camera's whole pose was fitted to
/// the table.
/// @param distance From the optical centre to the table, m.
LensField table_uncertainty(const LensFit& fit, double distance);

/// Two lenses of the same picture size beside each other.
struct LensDifference {
  LensField field;                                 ///< distance between where a ray meets each, pixels
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();  ///< of the second camera that makes them most alike, rad
};

/// @param a, b Of the same picture size.
LensDifference compare_lenses(const CameraParameters& a, const CameraParameters& b);

/// @return How far apart the rays of two independent fits are to be expected, 1 sigma, root mean square over
/// the picture and both directions, pixels.
double expected_difference(const LensFit& a, const LensFit& b);

/// @return The lens for pictures of another size of the same sensor, binned or scaled; nothing when the sides
/// have another ratio: part of the sensor was cut off then, and which one nobody knows.
std::optional<CameraParameters> scale_lens(const CameraParameters& lens, int width, int height);

/// @return Number of corners in each cell.
LensField count_corners(const std::vector<BoardView>& views);

/// @return Mean residual of each cell, pixels: what is left is what the model cannot say. One field for u and
/// one for v.
std::pair<LensField, LensField> mean_residuals(const LensFit& fit, const std::vector<BoardView>& views);

}  // namespace freefloat
