#pragma once

#include <array>
#include <string>
#include <vector>

#include "calibration/least_squares.h"
#include "calibration/table_calibration.h"
#include "vision/camera_model.h"

namespace freefloat {

/// Numbers by name and what depends on them: shared ones first, each alone; then those of single pictures.
struct TableProblem {
  LeastSquaresProblem problem;
  std::vector<CalibratedNumber> numbers;  ///< the shared ones

  /// Adds a shared number.
  void add(const std::string& name, double value, bool angle, bool held);
  /// @return Indices of all shared numbers.
  std::vector<int> shared() const;
  /// @return Of all unknowns as they are, as terms take them.
  std::vector<const double*> values() const;
};

/// Adds camera.x, .y, .z and .roll, .pitch, .yaw, in this order.
/// @param held For each of the six.
void add_camera_pose(TableProblem& problem, const CameraParameters& camera, const std::array<bool, 6>& held);

/// @param values Of the six.
CameraParameters camera_at(const CameraParameters& camera, const double* const* values);

/// Solves, and tells how well the numbers are known.
/// @param problem Where it starts.
/// @return Camera and chain are left to the caller. In words: what the pictures do not tell.
TableAnswer solve_table(TableProblem& problem);

/// Of points and boards, both of which tell nothing but the camera's pose.
inline constexpr std::array<bool, 6> kNothingHeld{};

/// Computed minus measured, u and v, pixels.
/// @return False where the camera does not see the point.
bool point_residual(const CameraModel& camera, const Eigen::Vector3d& p_W, const Vector2& uv,
                    double*& residuals);

/// Solves a problem whose first six numbers are the camera's pose.
/// @param camera As its file has it: what the pose is compared with.
TableAnswer solve_pose(TableProblem& table, const CameraParameters& camera);

}  // namespace freefloat
