#pragma once

#include <optional>

#include "types/joint_vector.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A ray as the lens bends it, in normalised coordinates (X/Z, Y/Z) before and picture coordinates without
/// focal length and principal point after.
struct BentRay {
  Vector2 point;     ///< where it meets the picture
  Matrix2 jacobian;  ///< d point / d normalised coordinates
};

/// The lens alone, exactly as OpenCV computes it: projectPoints, and fisheye::projectPoints.
struct LensDistortion {
  DistortionModel model = DistortionModel::kPlumbBob;
  LensTerms terms{};

  /// @param xy Normalised coordinates of a ray in front of the camera.
  BentRay bend(const Vector2& xy) const;

  /// @param bent Where a ray meets the picture.
  /// @return Its normalised coordinates; nothing when it has none, or several.
  std::optional<Vector2> unbend(const Vector2& bent) const;
};

}  // namespace freefloat
