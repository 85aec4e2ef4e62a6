#include "calibration/table_problem.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibration/name_combination.h"
#include "calibration/shared_information.h"
#include "types/angle.h"

namespace freefloat {
namespace {

double sum_of_squares(const LeastSquaresProblem& problem) {
  double squares = 0.0;
  for (const ResidualTerm& term : problem.terms) squares += term_residuals(problem, term).squaredNorm();
  return squares;
}

}  // namespace

void TableProblem::add(const std::string& name, double value, bool angle, bool held) {
  numbers.push_back({name, value, value, 0.0, held, angle});
  problem.unknowns.push_back({{value}, held});
}

std::vector<int> TableProblem::shared() const {
  std::vector<int> indices(numbers.size());
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

std::vector<const double*> TableProblem::values() const {
  std::vector<const double*> all;
  for (const Unknowns& unknowns : problem.unknowns) all.push_back(unknowns.values.data());
  return all;
}

void add_camera_pose(TableProblem& problem, const CameraParameters& camera, const std::array<bool, 6>& held) {
  const std::array<const char*, 6> names{"x", "y", "z", "roll", "pitch", "yaw"};
  for (std::size_t i = 0; i < 6; ++i) {
    const auto axis = static_cast<Eigen::Index>(i % 3);
    problem.add(std::string("camera.") + names[i], i < 3 ? camera.p_WC[axis] : camera.rpy_WC[axis], i >= 3,
                held[i]);
  }
}

CameraParameters camera_at(const CameraParameters& camera, const double* const* values) {
  CameraParameters moved = camera;
  for (Eigen::Index i = 0; i < 3; ++i) {
    moved.p_WC[i] = values[i][0];
    moved.rpy_WC[i] = values[3 + i][0];
  }
  return moved;
}

TableAnswer solve_table(TableProblem& table) {
  LeastSquaresProblem& problem = table.problem;
  TableCalibration result;
  int count = 0;
  for (const ResidualTerm& term : problem.terms) count += term.count;
  result.rms_before = std::sqrt(2.0 * sum_of_squares(problem) / std::max(1, count));
  const LeastSquaresResult solution = solve_least_squares(problem, 300);
  const double squares = sum_of_squares(problem);
  result.rms = std::sqrt(2.0 * squares / std::max(1, count));
  result.pictures = static_cast<int>(problem.terms.size());

  std::vector<bool> shared(problem.unknowns.size(), false);
  std::fill_n(shared.begin(), table.numbers.size(), true);
  const SharedInformation information = share_information(problem, shared);
  std::vector<std::string> names;
  for (const int index : information.unknowns) names.push_back(table.numbers[index].name);
  if (information.untold.cols() > 0) {
    return tl::unexpected(
        "the pictures do not tell " + name_combinations(information.untold, names) +
        ": hold one of them at a value that was measured (--hold NAME), or let the robot move more");
  }
  result.sigma = std::sqrt(squares / std::max(1, information.degrees_of_freedom));
  result.covariance = result.sigma * result.sigma * information.covariance;
  for (std::size_t i = 0; i < table.numbers.size(); ++i) {
    double& value = problem.unknowns[i].values[0];
    if (table.numbers[i].angle) value = wrap_angle(value);
    table.numbers[i].value = value;
  }
  for (std::size_t i = 0; i < information.unknowns.size(); ++i) {
    const auto index = static_cast<Eigen::Index>(i);
    table.numbers[information.unknowns[i]].sigma = std::sqrt(result.covariance(index, index));
  }
  result.numbers = table.numbers;
  if (!solution.converged) result.warnings.push_back("the fit has not settled: " + solution.message);
  return result;
}

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
  answer->camera = camera_at(camera, table.values().data());
  return answer;
}

}  // namespace freefloat
