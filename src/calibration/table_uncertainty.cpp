#include "calibration/table_uncertainty.h"

#include <cmath>

#include "vision/camera_model.h"

namespace freefloat {

double place_sigma(const CameraParameters& camera, const Eigen::MatrixXd& covariance, const Vector2& uv,
                   double height) {
  constexpr double kStep = 1e-6;  // m and rad
  Eigen::Matrix<double, 2, 6> slopes;
  for (Eigen::Index i = 0; i < 6; ++i) {
    CameraParameters above = camera;
    CameraParameters below = camera;
    (i < 3 ? above.p_WC[i] : above.rpy_WC[i - 3]) += kStep;
    (i < 3 ? below.p_WC[i] : below.rpy_WC[i - 3]) -= kStep;
    const auto high = CameraModel(above).back_project(uv, height);
    const auto low = CameraModel(below).back_project(uv, height);
    if (!high || !low) return 0.0;
    slopes.col(i) = (*high - *low) / (2.0 * kStep);
  }
  return std::sqrt((slopes * covariance * slopes.transpose()).trace() / 2.0);
}

}  // namespace freefloat
