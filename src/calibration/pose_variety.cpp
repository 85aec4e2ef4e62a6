#include "calibration/pose_variety.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace freefloat {
namespace {

constexpr double kNewEnough = 0.15;

/// The seen corners that are farthest towards the four corners of the board: upper left, upper right, lower
/// right, lower left.
std::array<Vector2, 4> outermost(const BoardLayout& layout, const BoardView& view) {
  std::array<Vector2, 4> found{};
  const std::array<Vector2, 4> directions{Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)};
  for (std::size_t i = 0; i < directions.size(); ++i) {
    double farthest = -std::numeric_limits<double>::infinity();
    for (const BoardCorner& corner : view.corners) {
      const double reach = layout.corner(corner.id).head<2>().dot(directions[i]);
      if (reach > farthest) {
        farthest = reach;
        found[i] = corner.uv;
      }
    }
  }
  return found;
}

double distance(const PoseSketch& a, const PoseSketch& b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.size - b.size) +
         std::abs(a.skew_x - b.skew_x) + std::abs(a.skew_y - b.skew_y);
}

}  // namespace

PoseSketch sketch_pose(const BoardLayout& layout, const BoardView& view) {
  const auto corners = outermost(layout, view);
  PoseSketch pose;
  double area = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector2& a = corners[i];
    const Vector2& b = corners[(i + 1) % 4];
    pose.x += a.x() / 4.0 / view.width;
    pose.y += a.y() / 4.0 / view.height;
    area += 0.5 * (a.x() * b.y() - a.y() * b.x());
  }
  pose.size = std::sqrt(std::min(1.0, std::abs(area) / (static_cast<double>(view.width) * view.height)));
  const auto shorter = [](double one, double other) {
    return one + other > 0.0 ? 2.0 * (one - other) / (one + other) : 0.0;
  };
  pose.skew_x = shorter((corners[3] - corners[0]).norm(), (corners[2] - corners[1]).norm());
  pose.skew_y = shorter((corners[1] - corners[0]).norm(), (corners[2] - corners[3]).norm());
  return pose;
}

bool is_new_pose(const PoseSketch& pose, const std::vector<PoseSketch>& taken) {
  return std::all_of(taken.begin(), taken.end(),
                     [&](const PoseSketch& other) { return distance(pose, other) > kNewEnough; });
}

std::string missing_pose(const std::vector<PoseSketch>& taken) {
  const auto any = [&](auto&& is) { return std::any_of(taken.begin(), taken.end(), is); };
  using P = PoseSketch;
  if (!any([](const P& p) { return p.size > 0.45; }))
    return "hold the board nearer: it should fill half of the picture";
  if (!any([](const P& p) { return p.x < 0.35; })) return "hold the board to the left in the picture";
  if (!any([](const P& p) { return p.x > 0.65; })) return "hold the board to the right in the picture";
  if (!any([](const P& p) { return p.y < 0.35; })) return "hold the board at the top of the picture";
  if (!any([](const P& p) { return p.y > 0.65; })) return "hold the board at the bottom of the picture";
  if (!any([](const P& p) { return p.skew_x > 0.1; })) return "tilt the board: its right side farther away";
  if (!any([](const P& p) { return p.skew_x < -0.1; })) return "tilt the board: its left side farther away";
  if (!any([](const P& p) { return p.skew_y > 0.1; })) return "tilt the board: its lower side farther away";
  if (!any([](const P& p) { return p.skew_y < -0.1; })) return "tilt the board: its upper side farther away";
  if (!any([](const P& p) { return p.size < 0.3; })) return "hold the board farther away";
  if (taken.size() < 20)
    return std::string(kAnyOtherPose) + ", tilted: " + std::to_string(20 - taken.size()) + " more";
  return {};
}

}  // namespace freefloat
