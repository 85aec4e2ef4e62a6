#include "calibration/lens_field.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/dense_solvers.h"
#include "vision/lens_distortion.h"

namespace freefloat {
namespace {

constexpr int kCells = 24;  // along the picture's longer side
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kTurnStep = 1e-6;  // rad

std::optional<Vector2> project_point(const CameraParameters& lens, const Eigen::Vector3d& p_C) {
  return project_corner(lens, {}, p_C);
}

std::optional<Eigen::Vector3d> ray_through(const CameraParameters& lens, const Vector2& uv) {
  const LensDistortion bending{lens.distortion_model, lens.distortion};
  const auto xy = bending.unbend({(uv.x() - lens.cx) / lens.fx, (uv.y() - lens.cy) / lens.fy});
  if (!xy || xy->norm() > 50.0) return std::nullopt;
  return Eigen::Vector3d{xy->x(), xy->y(), 1.0};
}

/// One cell: how its pixel moves with the intrinsics, and with the camera.
struct CellSlopes {
  int index = 0;
  Eigen::MatrixXd lens;    ///< d uv / d intrinsics, 2 x n
  Eigen::MatrixXd camera;  ///< d uv / d (turn, place), 2 x 3 or 2 x 6
};

/// @param distance Of the plane whose points are looked at, m; 0: infinitely far, and place does not matter.
std::optional<CellSlopes> cell_slopes(const LensFit& fit, const Vector2& uv, double distance) {
  const auto ray = ray_through(fit.lens, uv);
  if (!ray) return std::nullopt;
  const Eigen::Vector3d p = *ray * (distance > 0.0 ? distance : 1.0);
  CellSlopes slopes;
  const auto n = static_cast<Eigen::Index>(fit.intrinsics.size());
  slopes.lens.resize(2, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    std::vector<double> moved = fit.intrinsics;
    const double step = 1e-6 * std::max(1.0, std::abs(moved[i]));
    moved[i] += step;
    const auto above = project_point(make_lens(fit.model, moved, fit.lens.width, fit.lens.height), p);
    moved[i] -= 2.0 * step;
    const auto below = project_point(make_lens(fit.model, moved, fit.lens.width, fit.lens.height), p);
    if (!above || !below) return std::nullopt;
    slopes.lens.col(i) = (*above - *below) / (2.0 * step);
  }
  slopes.camera.resize(2, distance > 0.0 ? 6 : 3);
  for (Eigen::Index i = 0; i < slopes.camera.cols(); ++i) {
    const Eigen::Vector3d axis = Eigen::Vector3d::Unit(i % 3);
    const Eigen::Vector3d shift = kTurnStep * (i < 3 ? axis.cross(p) : axis);
    const auto above = project_point(fit.lens, p + shift);
    const auto below = project_point(fit.lens, p - shift);
    if (!above || !below) return std::nullopt;
    slopes.camera.col(i) = (*above - *below) / (2.0 * kTurnStep);
  }
  return slopes;
}

/// Slopes of all cells with what a turned (and moved) camera makes up for taken out.
std::vector<CellSlopes> uncompensated_slopes(const LensFit& fit, const LensField& grid, double distance) {
  std::vector<CellSlopes> cells;
  const Eigen::Index size = distance > 0.0 ? 6 : 3;
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(size, size);
  Eigen::MatrixXd mixed = Eigen::MatrixXd::Zero(size, static_cast<Eigen::Index>(fit.intrinsics.size()));
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      auto slopes = cell_slopes(fit, grid.middle(column, row), distance);
      if (!slopes) continue;
      slopes->index = row * grid.columns + column;
      normal += slopes->camera.transpose() * slopes->camera;
      mixed += slopes->camera.transpose() * slopes->lens;
      cells.push_back(std::move(*slopes));
    }
  }
  if (cells.empty()) return cells;
  const Eigen::MatrixXd compensation = dense::solve_symmetric(normal, mixed);
  for (CellSlopes& cell : cells) cell.lens -= cell.camera * compensation;
  return cells;
}

double longest_axis(const Eigen::Matrix2d& covariance) {
  const double mean = 0.5 * (covariance(0, 0) + covariance(1, 1));
  const double off = std::hypot(0.5 * (covariance(0, 0) - covariance(1, 1)), covariance(0, 1));
  return std::sqrt(std::max(0.0, mean + off));
}

}  // namespace

int LensField::cell_of(const Vector2& uv) const {
  const int column = std::clamp(static_cast<int>((uv.x() + 0.5) * columns / width), 0, columns - 1);
  const int row = std::clamp(static_cast<int>((uv.y() + 0.5) * rows / height), 0, rows - 1);
  return row * columns + column;
}

double LensField::rms() const {
  double squares = 0.0;
  int count = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    squares += value * value;
    ++count;
  }
  return std::sqrt(squares / std::max(1, count));
}

double LensField::largest() const {
  double largest = 0.0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

LensField make_field(int width, int height) {
  LensField field;
  const double cell = static_cast<double>(std::max(width, height)) / kCells;
  field.columns = std::max(1, static_cast<int>(std::lround(width / cell)));
  field.rows = std::max(1, static_cast<int>(std::lround(height / cell)));
  field.width = width;
  field.height = height;
  field.values.assign(field.columns * field.rows, kNoValue);
  return field;
}

LensField projection_uncertainty(const LensFit& fit) {
  LensField field = make_field(fit.lens.width, fit.lens.height);
  for (const CellSlopes& cell : uncompensated_slopes(fit, field, 0.0))
    field.values[cell.index] = longest_axis(cell.lens * fit.covariance * cell.lens.transpose());
  return field;
}

LensField table_uncertainty(const LensFit& fit, double distance) {
  LensField field = make_field(fit.lens.width, fit.lens.height);
  for (const CellSlopes& cell : uncompensated_slopes(fit, field, distance)) {
    // A shift along the table moves the pixel by the camera's slopes for x and y.
    const Eigen::Matrix2d shift = cell.camera.middleCols(3, 2);
    const Eigen::MatrixXd on_table = shift.inverse() * cell.lens;
    field.values[cell.index] = longest_axis(on_table * fit.covariance * on_table.transpose());
  }
  return field;
}

LensDifference compare_lenses(const CameraParameters& a, const CameraParameters& b) {
  LensDifference difference;
  difference.field = make_field(a.width, a.height);
  LensField& field = difference.field;
  std::vector<std::pair<int, Eigen::Vector3d>> rays;
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      const auto ray = ray_through(a, field.middle(column, row));
      if (ray && project_point(b, *ray)) rays.emplace_back(row * field.columns + column, *ray);
    }
  }
  const auto middle = [&](int index) { return field.middle(index % field.columns, index / field.columns); };
  for (int iteration = 0; iteration < 10; ++iteration) {
    Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (const auto& [index, ray] : rays) {
      const Eigen::Vector3d p = rotation_of(difference.turn) * ray;
      const auto here = project_point(b, p);
      if (!here) continue;
      for (int axis = 0; axis < 2; ++axis) {
        Eigen::Vector3d slope;
        for (int i = 0; i < 3; ++i) {
          const auto moved = project_point(b, p + kTurnStep * Eigen::Vector3d::Unit(i).cross(p));
          slope[i] = moved ? ((*moved)[axis] - (*here)[axis]) / kTurnStep : 0.0;
        }
        normal += slope * slope.transpose();
        right += slope * (middle(index)[axis] - (*here)[axis]);
      }
    }
    const Eigen::Vector3d step = normal.ldlt().solve(right);
    if (!step.allFinite()) break;
    difference.turn = turn_of(rotation_of(step) * rotation_of(difference.turn));
    if (step.norm() < 1e-10) break;
  }
  for (const auto& [index, ray] : rays) {
    if (const auto uv = project_point(b, rotation_of(difference.turn) * ray))
      field.values[index] = (*uv - middle(index)).norm();
  }
  return difference;
}

double expected_difference(const LensFit& a, const LensFit& b) {
  double variance = 0.0;
  for (const LensFit* fit : {&a, &b}) {
    const auto cells = uncompensated_slopes(*fit, make_field(fit->lens.width, fit->lens.height), 0.0);
    double sum = 0.0;
    for (const CellSlopes& cell : cells) sum += (cell.lens * fit->covariance * cell.lens.transpose()).trace();
    variance += sum / static_cast<double>(std::max<std::size_t>(1, cells.size()));
  }
  return std::sqrt(variance);
}

std::optional<CameraParameters> scale_lens(const CameraParameters& lens, int width, int height) {
  const double across = static_cast<double>(width) / lens.width;
  const double down = static_cast<double>(height) / lens.height;
  if (std::abs(across / down - 1.0) > 0.005) return std::nullopt;
  CameraParameters scaled = lens;
  scaled.width = width;
  scaled.height = height;
  scaled.fx *= across;
  scaled.fy *= down;
  scaled.cx = (lens.cx + 0.5) * across - 0.5;
  scaled.cy = (lens.cy + 0.5) * down - 0.5;
  return scaled;
}

LensField count_corners(const std::vector<BoardView>& views) {
  LensField field = make_field(views.front().width, views.front().height);
  std::fill(field.values.begin(), field.values.end(), 0.0);
  for (const BoardView& view : views) {
    for (const BoardCorner& corner : view.corners) field.values[field.cell_of(corner.uv)] += 1.0;
  }
  return field;
}

std::pair<LensField, LensField> mean_residuals(const LensFit& fit, const std::vector<BoardView>& views) {
  LensField count = count_corners(views);
  LensField along_u = make_field(count.width, count.height);
  LensField along_v = along_u;
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (std::size_t i = 0; i < views[v].corners.size(); ++i) {
      const int index = count.cell_of(views[v].corners[i].uv);
      for (const auto& [field, part] : {std::pair(&along_u, 0), {&along_v, 1}}) {
        double& value = field->values[index];
        value = (std::isfinite(value) ? value : 0.0) + fit.residuals[v][i][part] / count.values[index];
      }
    }
  }
  return {along_u, along_v};
}

}  // namespace freefloat
