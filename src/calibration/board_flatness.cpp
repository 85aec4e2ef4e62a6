#include "calibration/board_flatness.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/number_format.h"
#include "types/angle.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

constexpr double kWorseThanFree = 1.1;  // times: some hundred corners tell no less
constexpr double kLensOff = 0.12;       // pixels, of a coordinate: what a calibrated lens may be off
constexpr double kWrongLens = 1.0;      // pixels
constexpr std::size_t kFewestBoards = 3;

/// @return What is left of corners when each board lies as it likes, pixels of a coordinate.
double free_sigma(const SeenBoards& boards) {
  double squares = 0.0;
  int coordinates = 0;
  for (std::size_t v = 0; v < boards.views.size(); ++v) {
    for (const BoardCorner& corner : boards.views[v].corners) {
      const auto uv = project_corner(boards.camera, boards.poses[v], boards.layout.corner(corner.id));
      if (uv) squares += (*uv - corner.uv).squaredNorm();
      coordinates += 2;
    }
    coordinates -= 6;
  }
  return std::sqrt(squares / std::max(1, coordinates));
}

bool is_uneven(double flat, double free) {
  return flat > std::hypot(kLensOff, kWorseThanFree * free);
}

/// How a board lies over a plane that others tell.
struct BoardLie {
  double tilt = 0.0;    ///< rad
  double height = 0.0;  ///< of its middle above where it should be, m
};

/// @param camera Over that plane.
BoardLie lie_over(const SeenBoards& boards, std::size_t v, const CameraParameters& camera) {
  const CameraModel model(camera);
  const BoardPose& pose = boards.poses[v];
  const Eigen::Matrix3d r_CB = rotation_of(pose.turn);
  const Eigen::Vector3d middle =
      r_CB * (0.5 * boards.layout.corner(boards.layout.corner_count() - 1)) + pose.place;
  const Eigen::Vector3d normal = model.attitude() * r_CB.col(2);
  return {std::acos(std::min(1.0, std::abs(normal.z()))),
          (camera.p_WC + model.attitude() * middle).z() - boards.thickness};
}

template <class T>
std::vector<T> without(std::vector<T> all, std::size_t index) {
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
  return all;
}

constexpr const char* kLayFlat =
    "lay the board flat, with nothing under it, and take the picture again, or leave that picture out";

}  // namespace

std::string find_uneven_board(const SeenBoards& boards, const TableCalibration& flat,
                              const FlatSolver& solve) {
  const double free = free_sigma(boards);
  if (free > kWrongLens) {
    return "corners lie " + format_fixed(free, 2) +
           " px off even where each board may lie as it likes: is the lens of this camera (`calibrate "
           "camera`), and the board stiff and counted right?";
  }
  if (!is_uneven(flat.sigma, free)) return {};
  const std::string found = "the boards do not lie in one plane: corners are " + format_fixed(flat.sigma, 2) +
                            " px off with all of them flat, " + format_fixed(free, 2) +
                            " px where each may be tilted; ";
  std::size_t worst = 0;
  double least = std::numeric_limits<double>::infinity();
  BoardLie lie;
  if (boards.views.size() >= kFewestBoards) {
    for (std::size_t v = 0; v < boards.views.size(); ++v) {
      const TableAnswer rest = solve(without(boards.views, v), without(boards.poses, v));
      if (!rest || !(rest->sigma < least)) continue;
      least = rest->sigma;
      worst = v;
      lie = lie_over(boards, v, rest->camera);
    }
  }
  if (is_uneven(least, free)) {
    return found + "which of them is tilted or raised " + std::to_string(boards.views.size()) +
           " do not tell: lay each flat, with nothing under it, and take the pictures again, five or more";
  }
  return found + boards.views[worst].name + " is tilted by " + format_fixed(rad_to_deg(lie.tilt), 1) +
         " deg, its middle " + format_fixed(1e3 * lie.height, 0) + " mm above the others' plane: " + kLayFlat;
}

}  // namespace freefloat
