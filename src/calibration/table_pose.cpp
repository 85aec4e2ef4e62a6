#include "calibration/table_pose.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

bool point_residual(const CameraModel& camera, const Eigen::Vector3d& p_W, const Vector2& uv,
                    double*& residuals) {
  const auto computed = camera.project(p_W);
  if (!computed) return false;
  *residuals++ = computed->x() - uv.x();
  *residuals++ = computed->y() - uv.y();
  return true;
}

TableAnswer solve_pose(TableProblem& table, const CameraParameters& camera) {
  for (std::size_t i = 0; i < 6; ++i) {
    table.numbers[i].before =
        i < 3 ? camera.p_WC[static_cast<Eigen::Index>(i)] : camera.rpy_WC[static_cast<Eigen::Index>(i) - 3];
  }
  TableAnswer answer = solve_table(table);
  if (!answer) return answer;
  std::vector<const double*> values;
  for (std::size_t i = 0; i < 6; ++i) values.push_back(table.problem.unknowns[i].values.data());
  answer->camera = camera_at(camera, values.data());
  return answer;
}

double rms_of(const std::vector<double>& values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, values.size())));
}

}  // namespace freefloat
