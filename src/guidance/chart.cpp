#include "guidance/chart.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kSmallestRadius = 1e-3;  // m; nearer to G an angle about it means nothing

struct PolarPoint {
  Vector2 position;  // m, rad
  Vector2 rate;      // m/s, rad/s
};

PolarPoint to_polar(const Vector2& p, const Vector2& v) {
  const double radius = std::max(p.norm(), kSmallestRadius);
  return {{radius, std::atan2(p.y(), p.x())}, {p.dot(v) / radius, cross(p, v) / (radius * radius)}};
}

}  // namespace

ChartState to_chart(ChartKind kind, const TaskSpaceState& s) {
  if (kind == ChartKind::kCartesian) return {s.p_WE, s.v_WE, s.p_WT, s.v_WT};
  const PolarPoint hand = to_polar(s.p_WE - s.p_WG, s.v_WE - s.v_WG);
  const PolarPoint target = to_polar(s.p_WT - s.p_WG, s.v_WT - s.v_WG);
  ChartState state{hand.position, hand.rate, target.position, target.rate};
  // The target lies ahead by 0 .. 360 deg in the chart's sense; a little behind counts as reached, not as a
  // turn to go.
  constexpr double kBehind = 0.2;
  double ahead = wrap_angle(target.position[1] - hand.position[1]);
  if (kind == ChartKind::kPolarCounterClockwise && ahead < -kBehind) ahead += 2.0 * kPi;
  if (kind == ChartKind::kPolarClockwise && ahead > kBehind) ahead -= 2.0 * kPi;
  state.target[1] = hand.position[1] + ahead;
  return state;
}

Vector2 from_chart(ChartKind kind, const TaskSpaceState& s, const Vector2& rate) {
  if (kind == ChartKind::kCartesian) return rate;
  const Vector2 arm = s.p_WE - s.p_WG;
  const double radius = std::max(arm.norm(), kSmallestRadius);
  return s.v_WG + arm * (rate[0] / radius) + perpendicular(arm) * rate[1];
}

bool line_crosses_hole(const TaskSpaceState& s, const HandWorkspace& workspace, double clearance) {
  const Vector2 hand = s.p_WE - s.p_WG;
  const Vector2 target = s.p_WT - s.p_WG;
  // A hand or target that is itself near the edge must not count as behind it.
  constexpr double kOwn = 1e-3;
  const double radius = std::min({workspace.inner + clearance, hand.norm() - kOwn, target.norm() - kOwn});
  const Vector2 way = target - hand;
  const double length_squared = way.squaredNorm();
  if (length_squared <= 0.0) return false;
  const double along = std::clamp(-hand.dot(way) / length_squared, 0.0, 1.0);
  return (hand + along * way).norm() < radius;
}

}  // namespace freefloat
