#include "vision/camera_model.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>

namespace freefloat {
namespace {

Eigen::Matrix3d camera_attitude(const Eigen::Vector3d& rpy) {
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  const Eigen::Matrix3d turned =
      (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
       AngleAxisd(rpy.x(), Vector3d::UnitX()))
          .toRotationMatrix();
  return turned * Vector3d{1.0, -1.0, -1.0}.asDiagonal();
}

}  // namespace

CameraModel::CameraModel(const CameraParameters& parameters)
    : parameters_(parameters),
      lens_{parameters.distortion_model, parameters.distortion},
      r_WC_(camera_attitude(parameters.rpy_WC)) {}

std::optional<Vector2> CameraModel::project(const Eigen::Vector3d& p_WX) const {
  const Eigen::Vector3d p_CX = r_WC_.transpose() * (p_WX - parameters_.p_WC);
  if (!(p_CX.z() > 1e-6)) return std::nullopt;
  const BentRay bent = lens_.bend(p_CX.head<2>() / p_CX.z());
  if (!bent.point.allFinite()) return std::nullopt;
  return Vector2{parameters_.fx * bent.point.x() + parameters_.cx,
                 parameters_.fy * bent.point.y() + parameters_.cy};
}

std::optional<Vector2> CameraModel::undistort(const Vector2& uv) const {
  return lens_.unbend(
      {(uv.x() - parameters_.cx) / parameters_.fx, (uv.y() - parameters_.cy) / parameters_.fy});
}

std::optional<Vector2> CameraModel::back_project(const Vector2& uv, double height) const {
  const std::optional<Vector2> xy = undistort(uv);
  if (!xy) return std::nullopt;
  const Eigen::Vector3d ray = r_WC_ * Eigen::Vector3d{xy->x(), xy->y(), 1.0};
  const double depth = (height - parameters_.p_WC.z()) / ray.z();
  if (!(depth > 0.0) || !std::isfinite(depth)) return std::nullopt;
  return parameters_.p_WC.head<2>() + depth * ray.head<2>();
}

Matrix2 CameraModel::back_projection_jacobian(const Vector2& uv, double height) const {
  const std::optional<Vector2> xy = undistort(uv);
  if (!xy) return Matrix2::Zero();
  const Eigen::Vector3d ray = r_WC_ * Eigen::Vector3d{xy->x(), xy->y(), 1.0};
  const double depth = (height - parameters_.p_WC.z()) / ray.z();
  // p = c + depth * ray with depth = h / ray_z, so dp = depth * (dray - ray * dray_z / ray_z).
  Matrix2 by_normalised;
  for (int column = 0; column < 2; ++column) {
    by_normalised.col(column) =
        depth * (r_WC_.block<2, 1>(0, column) - ray.head<2>() * (r_WC_(2, column) / ray.z()));
  }
  const Matrix2 by_distorted = by_normalised * lens_.bend(*xy).jacobian.inverse();
  return by_distorted * Vector2{1.0 / parameters_.fx, 1.0 / parameters_.fy}.asDiagonal();
}

std::optional<Vector2> find_uncovered_corner(const CameraModel& camera, const TableParameters& table,
                                             double height) {
  for (const double x_sign : {-1.0, 1.0}) {
    for (const double y_sign : {-1.0, 1.0}) {
      const Vector2 corner{0.5 * x_sign * table.size.x(), 0.5 * y_sign * table.size.y()};
      const std::optional<Vector2> uv = camera.project(corner, height);
      const bool inside = uv && uv->x() >= 0.0 && uv->y() >= 0.0 && uv->x() <= camera.width() - 1.0 &&
                          uv->y() <= camera.height() - 1.0;
      if (!inside) return corner;
      // A strongly bent lens can fold a far corner back into the picture; its ray then leads elsewhere.
      const std::optional<Vector2> back = camera.back_project(*uv, height);
      if (!back || (*back - corner).norm() > 1e-3) return corner;
    }
  }
  return std::nullopt;
}

}  // namespace freefloat
