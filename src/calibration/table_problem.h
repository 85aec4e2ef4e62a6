#pragma once

#include <array>
#include <string>
#include <vector>

#include "calibration/least_squares.h"
#include "calibration/table_calibration.h"

namespace freefloat {

/// Numbers by name and what depends on them: shared ones first, each alone; then those of single pictures.
struct TableProblem {
  LeastSquaresProblem problem;
  std::vector<CalibratedNumber> numbers;  ///< the shared ones

  /// Adds a shared number.
  void add(const std::string& name, double value, bool angle, bool held);
  /// @return Indices of all shared numbers.
  std::vector<int> shared() const;
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

}  // namespace freefloat
