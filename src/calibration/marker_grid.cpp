#include "calibration/marker_grid.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr int kMostColumns = 100;
constexpr std::size_t kFewestPairs = 3;
constexpr double kShareOfPairs = 0.8;  // that must lie as a count has them
constexpr double kNearest = 1.02;      // sides of a marker from square to square: markers do not touch
constexpr double kFarthest = 4.0;
constexpr double kSkew = 0.3;  // between the two ways to a neighbour, of their mean

/// A square of the board: column and row from its upper left.
using Square = Eigen::Vector2i;

/// The upper left square is black; white ones hold the markers, row by row.
Square square_of(int id, int columns) {
  const int in_first_row = columns / 2;
  const int row = 2 * (id / columns);
  const int place = id % columns;
  return place < in_first_row ? Square(2 * place + 1, row) : Square(2 * (place - in_first_row), row + 1);
}

/// @return The map from pixels to the marker's own frame: its middle is the origin, its side is 1.
std::optional<Eigen::Matrix3d> frame_of(const SeenMarker& marker) {
  // u (h6 x + h7 y + 1) = h0 x + h1 y + h2, and so for v, of each corner.
  constexpr std::array<std::array<double, 2>, 4> kCorners{
      {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}};
  Eigen::Matrix<double, 8, 8> matrix;
  Eigen::Matrix<double, 8, 1> right;
  for (int i = 0; i < 4; ++i) {
    const auto [x, y] = kCorners[i];
    const Vector2& uv = marker.corners[i];
    matrix.row(2 * i) << x, y, 1.0, 0.0, 0.0, 0.0, -uv.x() * x, -uv.x() * y;
    matrix.row(2 * i + 1) << 0.0, 0.0, 0.0, x, y, 1.0, -uv.y() * x, -uv.y() * y;
    right.segment<2>(2 * i) = uv;
  }
  const Eigen::Matrix<double, 8, 1> h = matrix.partialPivLu().solve(right);
  if (!h.allFinite()) return std::nullopt;
  Eigen::Matrix3d to_pixels;
  to_pixels << h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1.0;
  const Eigen::Matrix3d frame = to_pixels.inverse();
  return frame.allFinite() ? std::optional(frame) : std::nullopt;
}

/// One marker beside another, in the frame of the first.
struct Neighbour {
  int id, beside;  ///< of the first, of the second
  Vector2 way;     ///< sides of the first
};

std::vector<Neighbour> find_ways(const std::vector<SeenMarker>& markers) {
  std::vector<Neighbour> ways;
  for (const SeenMarker& marker : markers) {
    const auto frame = frame_of(marker);
    if (!frame) continue;
    for (const SeenMarker& other : markers) {
      if (other.id == marker.id) continue;
      const Vector2 middle =
          (other.corners[0] + other.corners[1] + other.corners[2] + other.corners[3]) / 4.0;
      const Eigen::Vector3d way = *frame * middle.homogeneous();
      if (way.z() != 0.0) ways.push_back({marker.id, other.id, way.hnormalized()});
    }
  }
  return ways;
}

/// What a count of squares says of the ways between markers.
struct CountTrial {
  MarkerGrid grid;
  std::size_t claimed = 0;    ///< pairs that it has side by side
  std::vector<double> sides;  ///< from square to square, sides of a marker; of those that are
};

CountTrial try_count(const std::vector<Neighbour>& ways, int columns) {
  CountTrial trial{{columns, 0, 0.0}, 0, {}};
  for (const Neighbour& one : ways) {
    const Square from = square_of(one.id, columns), to = square_of(one.beside, columns);
    const Square step = to - from;
    if (step.cwiseAbs() != Square(1, 1)) continue;  // white squares touch at their corners
    ++trial.claimed;
    const Vector2 sides = one.way.cwiseProduct(step.cast<double>());
    if (sides.minCoeff() < kNearest || sides.maxCoeff() > kFarthest ||
        std::abs(sides.x() - sides.y()) > kSkew * sides.mean())
      continue;
    trial.sides.push_back(sides.mean());
    trial.grid.rows = std::max({trial.grid.rows, from.y() + 1, to.y() + 1});
  }
  return trial;
}

}  // namespace

std::optional<MarkerGrid> read_marker_grid(const std::vector<SeenMarker>& markers, int expected) {
  const std::vector<Neighbour> ways = find_ways(markers);
  std::optional<CountTrial> best;
  for (int columns = 3; columns <= kMostColumns; ++columns) {
    CountTrial trial = try_count(ways, columns);
    const auto fitting = trial.sides.size();
    if (fitting < kFewestPairs ||
        static_cast<double>(fitting) < kShareOfPairs * static_cast<double>(trial.claimed))
      continue;
    const bool better =
        !best || fitting > best->sides.size() || (fitting == best->sides.size() && columns == expected);
    if (better) best = std::move(trial);
  }
  if (!best) return std::nullopt;
  std::vector<double>& sides = best->sides;
  const auto middle = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
  std::nth_element(sides.begin(), middle, sides.end());
  best->grid.share = 1.0 / *middle;
  return best->grid;
}

}  // namespace freefloat
