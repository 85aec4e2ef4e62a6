#pragma once

#include <Eigen/Core>

#include "types/joint_vector.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// @param camera Where it is.
/// @param covariance Of x, y, z, m, and roll, pitch, yaw, rad.
/// @param uv Pixel.
/// @param height Of what is seen there, m.
/// @return 1 sigma of where it stands on the table, root mean square over both directions, m; 0 where the
/// pixel does not show the table.
double place_sigma(const CameraParameters& camera, const Eigen::MatrixXd& covariance, const Vector2& uv,
                   double height);

}  // namespace freefloat
