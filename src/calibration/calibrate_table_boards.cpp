// The camera's pose from boards that lie on the table.
#include <algorithm>
#include <cmath>

#include "calibration/board_flatness.h"
#include "calibration/start_lens.h"
#include "calibration/table_problem.h"
#include "calibration/table_uncertainty.h"
#include "drawing/number_format.h"

namespace freefloat {
namespace {

/// The board's axes in W: it lies with its pattern up, so that its y runs clockwise from its x.
Eigen::Matrix3d flat_attitude(double yaw) {
  Eigen::Matrix3d attitude;
  attitude << std::cos(yaw), std::sin(yaw), 0.0, std::sin(yaw), -std::cos(yaw), 0.0, 0.0, 0.0, -1.0;
  return attitude;
}

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

Eigen::Vector3d board_corner(const BoardLayout& layout, int id, const double* place, double thickness) {
  return flat_attitude(place[2]) * layout.corner(id) + Eigen::Vector3d(place[0], place[1], thickness);
}

/// Where a board lies that is seen by a camera of known pose, taken for flat.
std::optional<std::vector<double>> lie_of(const CameraParameters& start, const BoardLayout& layout,
                                          const BoardPose& pose, double thickness) {
  const CameraModel model(start);
  const auto at = [&](int id) {
    const auto uv = project_corner(start, pose, layout.corner(id));
    return uv ? model.back_project(*uv, thickness) : std::nullopt;
  };
  const auto origin = at(0);
  const auto along = at(layout.columns - 1);
  if (!origin || !along) return std::nullopt;
  const Vector2 row = *along - *origin;
  return std::vector<double>{origin->x(), origin->y(), std::atan2(row.y(), row.x())};
}

/// Solves with all boards flat in one plane.
/// @param poses Of the boards before the camera, each by itself.
TableAnswer solve_flat(const CameraParameters& camera, const BoardLayout& layout,
                       const std::vector<BoardView>& views, const std::vector<BoardPose>& poses,
                       const TableBoard& first) {
  const Eigen::Vector3d origin(first.place.x(), first.place.y(), first.thickness);
  const CameraParameters start = camera_over(camera, poses.front(), flat_attitude(first.yaw), origin);
  TableProblem table;
  add_camera_pose(table, start, kNothingHeld);
  for (std::size_t v = 0; v < views.size(); ++v) {
    auto place = lie_of(start, layout, poses[v], first.thickness);
    if (!place) return tl::unexpected(views[v].name + ": the board does not lie on the table");
    if (v == 0) place = {first.place.x(), first.place.y(), first.yaw};
    table.problem.unknowns.push_back({*place, v == 0});
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
  return solve_pose(table, camera);
}

}  // namespace

TableAnswer calibrate_from_boards(const CameraParameters& camera, const BoardLayout& layout,
                                  const std::vector<BoardView>& views, const TableBoard& first) {
  if (views.empty()) return tl::unexpected(std::string("no view of the board"));
  std::vector<BoardPose> poses;
  for (const BoardView& view : views) {
    const auto pose = start_pose(camera, layout, view);
    if (!pose) return tl::unexpected(view.name + ": the lens does not show the board so");
    poses.push_back(fit_pose(camera, layout, view, *pose));
  }
  TableAnswer answer = solve_flat(camera, layout, views, poses, first);
  if (!answer) return answer;
  answer->source = TableSource::kBoards;
  std::vector<SeenPixel> seen;
  for (const BoardView& view : views) {
    for (const BoardCorner& corner : view.corners) seen.push_back({corner.uv, first.thickness});
  }
  state_places(*answer, seen);
  answer->doubt =
      find_uneven_board({camera, layout, views, poses, first.thickness}, *answer,
                        [&](const std::vector<BoardView>& some, const std::vector<BoardPose>& theirs) {
                          // Where W lies does not matter to who lies in whose plane.
                          return solve_flat(camera, layout, some, theirs, {{0.0, 0.0}, 0.0, first.thickness});
                        });
  if (views.size() == 1) {
    answer->warnings.push_back(
        "one board tells the table's plane alone: whether it lies flat nobody sees; take pictures of it in "
        "four places or more");
  }
  return answer;
}

std::string find_wrong_square(const TableCalibration& found, double square, double height, bool measured) {
  constexpr double kTape = 0.04;  // of the height
  constexpr double kFile = 0.10;
  const double share = found.camera.p_WC.z() / height;
  if (std::abs(share - 1.0) <= (measured ? kTape : kFile)) return {};
  const auto metres = [](double value) { return format_fixed(value, 3) + " m"; };
  return "with squares of " + format_short(1e3 * square, 4) + " mm the camera hangs " +
         metres(found.camera.p_WC.z()) + " above the table, but " +
         (measured ? "it was measured to hang " : "its file has it ") + metres(height) +
         " above: is a square " + format_short(1e3 * square / share, 3) +
         " mm long (measure over several)? Give --square-mm as it is" +
         (measured
              ? ""
              : "; or, if the file is wrong, measure the lens's height over the table and give --height-m");
}

}  // namespace freefloat
