#include "guidance/drift.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

/// First time at which `gap` = speed t + acceleration t^2 / 2, the wall ahead at the distance `gap` >= 0.
double time_to_wall(double gap, double speed, double acceleration) {
  // Written so that nothing cancels and an acceleration of zero is no special case.
  const double square = speed * speed + 2.0 * acceleration * gap;
  if (square < 0.0) return kDriftHorizon;
  const double below = speed + std::sqrt(square);
  return below > 0.0 ? std::min(kDriftHorizon, 2.0 * gap / below) : kDriftHorizon;
}

}  // namespace

void add_place(DriftFit& fit, double time, const Vector2& p_WG) {
  if (fit.count == 0) fit.origin = p_WG;
  ++fit.count;
  const Vector2 way = p_WG - fit.origin;
  const double square = time * time;
  fit.t1 += time;
  fit.t2 += square;
  fit.t3 += square * time;
  fit.t4 += square * square;
  fit.p0 += way;
  fit.p1 += time * way;
  fit.p2 += square * way;
}

Drift fit_drift(const DriftFit& fit, double time) {
  Drift drift;
  drift.p_WG = fit.origin;
  if (fit.count < 3) return drift;
  const double n = fit.count;
  const Eigen::Matrix3d normal{{n, fit.t1, fit.t2}, {fit.t1, fit.t2, fit.t3}, {fit.t2, fit.t3, fit.t4}};
  Eigen::Matrix<double, 3, 2> right;
  right << fit.p0.transpose(), fit.p1.transpose(), fit.p2.transpose();
  const Eigen::Matrix<double, 3, 2> c = normal.inverse() * right;
  if (!c.allFinite()) return drift;
  const Vector2 c0 = c.row(0);
  const Vector2 c1 = c.row(1);
  const Vector2 c2 = c.row(2);
  drift.p_WG += c0 + time * c1 + time * time * c2;
  drift.v_WG = c1 + 2.0 * time * c2;
  drift.acceleration = 2.0 * c2;
  return drift;
}

double time_to_edge(const MotionLimits& limits, const Vector2& p_WB, const Drift& drift) {
  if (!(limits.edge_clearance(p_WB) > 0.0)) return 0.0;
  double time = kDriftHorizon;
  for (int axis = 0; axis < 2; ++axis) {
    const double v = drift.v_WG[axis];
    const double a = drift.acceleration[axis];
    time = std::min(time, time_to_wall(limits.satellite_range[axis] - p_WB[axis], v, a));
    time = std::min(time, time_to_wall(limits.satellite_range[axis] + p_WB[axis], -v, -a));
  }
  return time;
}

}  // namespace freefloat
