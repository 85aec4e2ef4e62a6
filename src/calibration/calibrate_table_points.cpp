// The camera's pose from surveyed points.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calibration/table_problem.h"
#include "calibration/table_uncertainty.h"
#include "drawing/number_format.h"
#include "types/angle.h"

namespace freefloat {
namespace {

constexpr std::size_t kFewestPoints = 4;
constexpr std::size_t kFewestToName = 5;
constexpr double kMostOff = 1.0;        // pixels, of a coordinate: nobody reads a picture worse
constexpr double kBetterWithout = 3.0;  // times, in the noise that is left
constexpr double kFinestReading = 0.1;  // pixels
constexpr double kUnlikely = 1e-3;      // that a sound set of points looks so

TableProblem pose_problem(const CameraParameters& start, const std::vector<SurveyedPoint>& points) {
  TableProblem table;
  add_camera_pose(table, start, kNothingHeld);
  for (const SurveyedPoint& point : points) {
    table.problem.terms.push_back({table.shared(), 2, [start, point](auto values, double* residuals) {
                                     return point_residual(CameraModel(camera_at(start, values)), point.p_W,
                                                           point.uv, residuals);
                                   }});
  }
  return table;
}

/// @return From where the fit is best: the pose that the file has, and others; no numbers: from nowhere.
TableProblem find_start(const CameraParameters& camera, const std::vector<SurveyedPoint>& points) {
  TableProblem table;
  double best = std::numeric_limits<double>::infinity();
  for (const double yaw : {0.0, 90.0, 180.0, -90.0}) {
    for (const bool given : {true, false}) {
      CameraParameters tried = camera;
      if (!given) {
        tried.rpy_WC = {0.0, 0.0, deg_to_rad(yaw)};
        tried.p_WC = {0.0, 0.0, std::max(0.5, camera.p_WC.z())};
      }
      TableProblem attempt = pose_problem(tried, points);
      const LeastSquaresResult fit = solve_least_squares(attempt.problem, 200);
      if (!(fit.cost < best) || !std::isfinite(fit.cost)) continue;
      best = fit.cost;
      table = std::move(attempt);
    }
  }
  return table;
}

PointMisfit misfit_of(const SurveyedPoint& point, const CameraParameters& camera) {
  PointMisfit misfit{point.name, point.written, 0.0, 0.0};
  const CameraModel model(camera);
  if (const auto uv = model.project(point.p_W)) misfit.pixels = (*uv - point.uv).norm();
  if (const auto place = model.back_project(point.uv, point.p_W.z()))
    misfit.metres = (*place - point.p_W.head<2>()).norm();
  return misfit;
}

std::string words_of(const PointMisfit& misfit) {
  return (misfit.written.empty() ? "" : misfit.written + ": ") + "point " + misfit.name + " lies " +
         format_fixed(misfit.pixels, 2) + " px, " + format_fixed(1e3 * misfit.metres, 1) + " mm off";
}

/// A point that was left out of a fit.
struct LeftOut {
  PointMisfit misfit;       ///< from where the others put it
  double sigma = kMostOff;  ///< of the others' coordinates, pixels
};

/// @return The point without which the others agree best.
LeftOut leave_worst_out(const CameraParameters& solution, const std::vector<SurveyedPoint>& points) {
  LeftOut best{{}, std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<SurveyedPoint> others = points;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    TableProblem table = pose_problem(solution, others);
    const TableAnswer answer = solve_pose(table, solution);
    if (!answer || !(answer->sigma < best.sigma)) continue;
    best = {misfit_of(points[i], answer->camera), answer->sigma};
  }
  return best;
}

/// Of n points with even noise, leaving one out makes the sum of squares x times as large or smaller with
/// probability x^(n - 4) (a beta distribution: the point had 2 of 2 n - 6 degrees of freedom).
double chance_of(double sigma, double sigma_without, std::size_t count) {
  const auto n = static_cast<double>(count);
  const double share = sigma_without * sigma_without * (n - 4.0) / (sigma * sigma * (n - 3.0));
  return n * std::pow(share, n - 4.0);
}

/// @return Why the points cannot all be right; empty: nothing speaks against it.
std::string find_wrong_point(const TableCalibration& found, const std::vector<SurveyedPoint>& points) {
  if (points.size() >= kFewestToName) {
    const LeftOut out = leave_worst_out(found.camera, points);
    const double others = std::max(out.sigma, kFinestReading);
    if (chance_of(found.sigma, others, points.size()) < kUnlikely ||
        found.sigma > std::max(kMostOff, kBetterWithout * others))
      return words_of(out.misfit) + " from where the others put it, which agree to " +
             format_fixed(out.sigma, 2) +
             " px: survey it again and look up its pixel; correct its line or take it out";
  }
  if (found.sigma <= kMostOff) return {};
  const auto worst =
      std::max_element(found.points.begin(), found.points.end(),
                       [](const PointMisfit& a, const PointMisfit& b) { return a.pixels < b.pixels; });
  return "the points contradict one another by " + format_fixed(found.sigma, 2) + " px: " + words_of(*worst) +
         ", the farthest, but which is wrong " +
         (points.size() < kFewestToName ? std::to_string(points.size()) + " points do not tell: survey more"
                                        : "they do not tell: several are, or the lens is not this camera's");
}

}  // namespace

TableAnswer calibrate_from_points(const CameraParameters& camera, const std::vector<SurveyedPoint>& points) {
  if (points.size() < kFewestPoints) {
    return tl::unexpected(std::to_string(points.size()) + " points are too few: at least " +
                          std::to_string(kFewestPoints) + ", near the table's corners, better more");
  }
  TableProblem table = find_start(camera, points);
  if (table.numbers.empty()) return tl::unexpected(std::string("no pose of the camera shows these points"));
  TableAnswer answer = solve_pose(table, camera);
  if (!answer) return answer;
  answer->source = TableSource::kPoints;
  std::vector<SeenPixel> seen;
  for (const SurveyedPoint& point : points) {
    seen.push_back({point.uv, point.p_W.z()});
    answer->points.push_back(misfit_of(point, answer->camera));
  }
  state_places(*answer, seen);
  answer->doubt = find_wrong_point(*answer, points);
  return answer;
}

}  // namespace freefloat
