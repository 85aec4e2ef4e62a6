// The camera's pose from surveyed points, and from boards that lie on the table.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calibration/fit_lens.h"
#include "calibration/start_lens.h"
#include "calibration/table_problem.h"
#include "calibration/table_uncertainty.h"
#include "types/angle.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

constexpr std::size_t kFewestPoints = 4;
constexpr std::array<bool, 6> kNothingHeld{};

/// @return The camera with the pose that a board's pose before it means.
/// @param r_WB, p_WB Attitude and origin of the board's frame in W.
CameraParameters camera_over(const CameraParameters& camera, const BoardPose& pose,
                             const Eigen::Matrix3d& r_WB, const Eigen::Vector3d& p_WB) {
  // p_C = R p_B + t, p_W = r_WB p_B + p_WB.
  const Eigen::Matrix3d r_CB = rotation_of(pose.turn);
  const Eigen::Matrix3d r_WC = r_WB * r_CB.transpose();
  CameraParameters placed = camera;
  placed.p_WC = p_WB - r_WC * pose.place;
  // R_WC = Rz(yaw) Ry(pitch) Rx(roll) diag(1, -1, -1).
  const Eigen::Matrix3d turned = r_WC * Eigen::Vector3d{1.0, -1.0, -1.0}.asDiagonal();
  placed.rpy_WC = {std::atan2(turned(2, 1), turned(2, 2)), std::asin(std::clamp(-turned(2, 0), -1.0, 1.0)),
                   std::atan2(turned(1, 0), turned(0, 0))};
  return placed;
}

/// Computed minus measured; false where the camera does not see the point.
bool point_residual(const CameraModel& camera, const Eigen::Vector3d& p_W, const Vector2& uv,
                    double*& residuals) {
  const auto computed = camera.project(p_W);
  if (!computed) return false;
  *residuals++ = computed->x() - uv.x();
  *residuals++ = computed->y() - uv.y();
  return true;
}

/// The board's axes in W: it lies with its pattern up, so that its y runs clockwise from its x.
Eigen::Matrix3d flat_attitude(double yaw) {
  Eigen::Matrix3d attitude;
  attitude << std::cos(yaw), std::sin(yaw), 0.0, std::sin(yaw), -std::cos(yaw), 0.0, 0.0, 0.0, -1.0;
  return attitude;
}

Eigen::Vector3d board_corner(const BoardLayout& layout, int id, const double* place, double thickness) {
  return flat_attitude(place[2]) * layout.corner(id) + Eigen::Vector3d(place[0], place[1], thickness);
}

void take_camera(TableCalibration& result, const CameraParameters& camera, const TableProblem& table) {
  std::vector<const double*> values;
  for (std::size_t i = 0; i < 6; ++i) values.push_back(table.problem.unknowns[i].values.data());
  result.camera = camera_at(camera, values.data());
}

double rms_of(const std::vector<double>& values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, values.size())));
}

/// @param camera As its file has it: what the pose is compared with.
TableAnswer solve_pose(TableProblem& table, const CameraParameters& camera) {
  for (std::size_t i = 0; i < 6; ++i) {
    table.numbers[i].before =
        i < 3 ? camera.p_WC[static_cast<Eigen::Index>(i)] : camera.rpy_WC[static_cast<Eigen::Index>(i) - 3];
  }
  TableAnswer answer = solve_table(table);
  if (answer) take_camera(*answer, camera, table);
  return answer;
}

}  // namespace

TableAnswer calibrate_from_points(const CameraParameters& camera, const std::vector<SurveyedPoint>& points) {
  if (points.size() < kFewestPoints) {
    return tl::unexpected(std::to_string(points.size()) + " points are too few: at least " +
                          std::to_string(kFewestPoints) + ", near the table's corners, better more");
  }
  // Points of one height: a board without squares. Others are close to one beside the camera's height.
  BoardLayout flat;
  flat.columns = static_cast<int>(points.size());
  flat.rows = 1;
  TableProblem table;
  CameraParameters start = camera;
  double best = std::numeric_limits<double>::infinity();
  for (const double yaw : {0.0, 90.0, 180.0, -90.0}) {
    for (const bool given : {true, false}) {
      CameraParameters tried = camera;
      if (!given) {
        tried.rpy_WC = {0.0, 0.0, deg_to_rad(yaw)};
        tried.p_WC = {0.0, 0.0, std::max(0.5, camera.p_WC.z())};
      }
      TableProblem attempt;
      add_camera_pose(attempt, tried, kNothingHeld);
      for (const SurveyedPoint& point : points) {
        attempt.problem.terms.push_back(
            {attempt.shared(), 2, [&camera, &point](auto values, double* residuals) {
               return point_residual(CameraModel(camera_at(camera, values)), point.p_W, point.uv, residuals);
             }});
      }
      const LeastSquaresResult fit = solve_least_squares(attempt.problem, 200);
      if (!(fit.cost < best) || !std::isfinite(fit.cost)) continue;
      best = fit.cost;
      table = std::move(attempt);
    }
  }
  if (table.numbers.empty()) return tl::unexpected(std::string("no pose of the camera shows these points"));
  TableAnswer answer = solve_pose(table, camera);
  if (!answer) return answer;
  std::vector<double> sigmas;
  for (const SurveyedPoint& point : points)
    sigmas.push_back(place_sigma(answer->camera, answer->covariance, point.uv, point.p_W.z()));
  answer->table_sigma = rms_of(sigmas);
  return answer;
}

TableAnswer calibrate_from_boards(const CameraParameters& camera, const BoardLayout& layout,
                                  const std::vector<BoardView>& views, const TableBoard& first) {
  if (views.empty()) return tl::unexpected(std::string("no view of the board"));
  std::vector<BoardPose> poses;
  for (const BoardView& view : views) {
    const auto pose = start_pose(camera, layout, view);
    if (!pose) return tl::unexpected(view.name + ": the lens does not show the board so");
    poses.push_back(fit_pose(camera, layout, view, *pose));
  }
  const Eigen::Vector3d origin(first.place.x(), first.place.y(), first.thickness);
  const CameraParameters start = camera_over(camera, poses.front(), flat_attitude(first.yaw), origin);
  const CameraModel model(start);
  TableProblem table;
  add_camera_pose(table, start, kNothingHeld);
  for (std::size_t v = 0; v < views.size(); ++v) {
    const auto at = [&](int id) {
      const auto uv = project_corner(camera, poses[v], layout.corner(id));
      return uv ? model.back_project(*uv, first.thickness) : std::nullopt;
    };
    const auto p = at(0);
    const auto along = at(layout.columns - 1);
    if (!p || !along) return tl::unexpected(views[v].name + ": the board does not lie on the table");
    const Vector2 row = *along - *p;
    std::vector<double> place{p->x(), p->y(), std::atan2(row.y(), row.x())};
    if (v == 0) place = {first.place.x(), first.place.y(), first.yaw};
    table.problem.unknowns.push_back({place, v == 0});
    ResidualTerm term{table.shared(), 2 * static_cast<int>(views[v].corners.size()), {}};
    term.unknowns.push_back(static_cast<int>(table.problem.unknowns.size()) - 1);
    term.evaluate = [&camera, &layout, &view = views[v], &first](const double* const* values,
                                                                 double* residuals) {
      const CameraModel moved(camera_at(camera, values));
      return std::all_of(view.corners.begin(), view.corners.end(), [&](const BoardCorner& corner) {
        return point_residual(moved, board_corner(layout, corner.id, values[6], first.thickness), corner.uv,
                              residuals);
      });
    };
    table.problem.terms.push_back(std::move(term));
  }
  TableAnswer answer = solve_pose(table, camera);
  if (!answer) return answer;
  std::vector<double> sigmas;
  for (const BoardView& view : views) {
    for (const BoardCorner& corner : view.corners)
      sigmas.push_back(place_sigma(answer->camera, answer->covariance, corner.uv, first.thickness));
  }
  answer->table_sigma = rms_of(sigmas);
  if (answer->sigma > 1.0) {
    answer->warnings.push_back(
        "corners lie " + std::to_string(answer->sigma).substr(0, 4) +
        " px off: does the board lie flat, is its square as long as given, and is the lens of this camera?");
  }
  return answer;
}

}  // namespace freefloat
