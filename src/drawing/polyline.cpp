#include "drawing/polyline.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "drawing/number_format.h"
#include "types/angle.h"

namespace freefloat {

namespace {

double distance_to_segment(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 ab = b - a;
  const double length_squared = ab.squaredNorm();
  const double along = length_squared > 0.0 ? std::clamp((p - a).dot(ab) / length_squared, 0.0, 1.0) : 0.0;
  return (p - a - along * ab).norm();
}

void append_path(std::string& path, const Polyline& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    path += i == 0 ? 'M' : i == 1 ? 'L' : ' ';
    path += format_coordinate(line[i].x());
    path += ' ';
    path += format_coordinate(line[i].y());
  }
  // A path of no length is drawn as a dot by round line ends.
  if (line.size() == 1) path += "h0";
}

}  // namespace

Polyline simplify_polyline(const Polyline& line, double tolerance) {
  if (line.size() < 3) return line;
  std::vector<char> keep(line.size(), 0);
  keep.front() = keep.back() = 1;
  // An own stack, since a recursion could be as deep as the line is long.
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    double largest = tolerance;
    std::size_t split = 0;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distance_to_segment(line[i], line[first], line[last]);
      if (distance > largest) {
        largest = distance;
        split = i;
      }
    }
    if (split == 0) continue;
    keep[split] = 1;
    open.emplace_back(first, split);
    open.emplace_back(split, last);
  }
  Polyline result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (keep[i] != 0) result.push_back(line[i]);
  }
  return result;
}

Polyline thin_by_column(const Polyline& line) {
  Polyline result;
  for (std::size_t first = 0; first < line.size();) {
    std::size_t end = first + 1;
    while (end < line.size() && std::floor(line[end].x()) == std::floor(line[first].x())) ++end;
    std::size_t low = first;
    std::size_t high = first;
    for (std::size_t i = first; i < end; ++i) {
      if (line[i].y() < line[low].y()) low = i;
      if (line[i].y() > line[high].y()) high = i;
    }
    std::size_t last_kept = line.size();
    for (const std::size_t i : {first, std::min(low, high), std::max(low, high), end - 1}) {
      if (i != last_kept) result.push_back(line[i]);
      last_kept = i;
    }
    first = end;
  }
  return result;
}

std::vector<Polyline> split_at_gaps(const Polyline& line) {
  std::vector<Polyline> pieces;
  bool in_piece = false;
  for (const Vector2& point : line) {
    const bool drawn = point.allFinite();
    if (drawn && !in_piece) pieces.emplace_back();
    if (drawn) pieces.back().push_back(point);
    in_piece = drawn;
  }
  return pieces;
}

std::string make_path(const Polyline& line, bool over_time, std::size_t max_points) {
  std::vector<Polyline> pieces = split_at_gaps(line);
  if (over_time) {
    for (Polyline& piece : pieces) piece = thin_by_column(piece);
  }
  double tolerance = 0.2;
  for (int round = 0; round < 8; ++round, tolerance *= 1.7) {
    std::size_t total = 0;
    for (Polyline& piece : pieces) {
      piece = simplify_polyline(piece, tolerance);
      total += piece.size();
    }
    if (total <= max_points) break;
  }
  std::string path;
  for (const Polyline& piece : pieces) append_path(path, piece);
  return path;
}

Polyline circle_points(const Vector2& centre, double radius) {
  constexpr int kPieces = 72;
  Polyline points;
  for (int i = 0; i <= kPieces; ++i) {
    const double angle = 2.0 * kPi * i / kPieces;
    points.emplace_back(centre + radius * Vector2(std::cos(angle), std::sin(angle)));
  }
  return points;
}

}  // namespace freefloat
