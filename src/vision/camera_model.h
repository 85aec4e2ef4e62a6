#pragma once

#include <Eigen/Core>
#include <optional>

#include "types/joint_vector.h"
#include "types/table.h"
#include "vision/camera_parameters.h"
#include "vision/lens_distortion.h"

namespace freefloat {

/// The ceiling camera as a map between the table frame W and the picture.
///
/// Camera frame C: origin in the optical centre, x towards growing u, y towards growing v, z along the view.
/// Its attitude is
///     R_WC = Rz(yaw) Ry(pitch) Rx(roll) diag(1, -1, -1),   (roll, pitch, yaw) = rpy_WC,
/// rotations about W's own axes, roll first. With all three zero the camera looks straight down, u grows
/// along W's x and v against W's y. A point p_C is normalised to (x, y) = (X/Z, Y/Z), bent by the
/// lens (lens_distortion.h) and scaled by (fx, fy), (cx, cy).
class CameraModel {
 public:
  /// @param parameters Validated: positive focal lengths, optical centre above the table.
  explicit CameraModel(const CameraParameters& parameters);

  /// @param p_WX Point in the table frame, m.
  /// @return Its pixel (u, v); nothing when the point is not in front of the camera, or the lens never shows
  /// it.
  std::optional<Vector2> project(const Eigen::Vector3d& p_WX) const;

  /// The same for a point at `height` m above the table.
  std::optional<Vector2> project(const Vector2& p_WX, double height) const {
    return project(Eigen::Vector3d{p_WX.x(), p_WX.y(), height});
  }

  /// @param uv Pixel.
  /// @param height Of the plane above the table, m, below the camera.
  /// @return Where the pixel's ray meets the plane, m; nothing when it never does, or lies where the
  /// distortion cannot be inverted.
  std::optional<Vector2> back_project(const Vector2& uv, double height) const;

  /// @return d p_W / d uv of `back_project`, m per pixel; zero where that fails.
  Matrix2 back_projection_jacobian(const Vector2& uv, double height) const;

  /// @param uv Pixel.
  /// @return Undistorted normalised coordinates (x, y) of its ray; nothing when the distortion cannot be
  /// inverted there.
  std::optional<Vector2> undistort(const Vector2& uv) const;

  /// @return R_WC: its columns are the axes of C seen from W.
  const Eigen::Matrix3d& attitude() const { return r_WC_; }
  int width() const { return parameters_.width; }
  int height() const { return parameters_.height; }
  const CameraParameters& parameters() const { return parameters_; }

 private:
  CameraParameters parameters_;
  LensDistortion lens_;
  Eigen::Matrix3d r_WC_;
};

/// @param height Above the table at which the corners are to be seen, m: LEDs stand higher than the table.
/// @return The first corner of the table, m in W, whose image is not inside the picture; nothing when all
/// four are.
std::optional<Vector2> find_uncovered_corner(const CameraModel& camera, const TableParameters& table,
                                             double height);

}  // namespace freefloat
