#pragma once

#include <vector>

#include "calibration/table_problem.h"
#include "vision/camera_model.h"

namespace freefloat {

/// Of points and boards, both of which tell nothing but the camera's pose.
inline constexpr std::array<bool, 6> kNothingHeld{};

/// Computed minus measured, u and v, pixels.
/// @return False where the camera does not see the point.
bool point_residual(const CameraModel& camera, const Eigen::Vector3d& p_W, const Vector2& uv,
                    double*& residuals);

/// Solves a problem whose first six numbers are the camera's pose.
/// @param camera As its file has it: what the pose is compared with.
TableAnswer solve_pose(TableProblem& table, const CameraParameters& camera);

/// @return Root mean square; 0 of nothing.
double rms_of(const std::vector<double>& values);

}  // namespace freefloat
