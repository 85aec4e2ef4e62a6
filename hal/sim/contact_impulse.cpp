#include "hal/sim/contact_impulse.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freefloat {

namespace {

constexpr int kMostStretches = 6;  // sliding, and sticking or sliding back, in compression and after it
constexpr double kStill = 1e-14;   // m/s of sliding

/// The tangential impulse that comes with each unit of normal impulse.
double friction_slope(const Eigen::Matrix2d& mobility, double sliding, double friction) {
  if (std::abs(sliding) > kStill) return sliding > 0.0 ? -friction : friction;
  const double sticking = -mobility(1, 0) / mobility(1, 1);
  return std::clamp(sticking, -friction, friction);
}

/// The impact while it goes on.
struct Impact {
  const Eigen::Matrix2d& mobility;
  Vector2 velocity;
  Vector2 impulse = Vector2::Zero();

  void add(double normal, double slope) {
    const Vector2 more(normal, normal * slope);
    impulse += more;
    velocity += mobility * more;
  }
};

/// The normal impulse after which sliding ends, at that slope.
double until_still(const Impact& impact, double slope) {
  const double sliding = impact.velocity[1];
  const double change = impact.mobility(1, 0) + impact.mobility(1, 1) * slope;
  if (std::abs(sliding) <= kStill || sliding * change >= 0.0) return std::numeric_limits<double>::infinity();
  return -sliding / change;
}

/// @return The work that compression took, J, above zero.
double compress(Impact& impact, double friction) {
  double work = 0.0;
  for (int stretch = 0; stretch < kMostStretches && impact.velocity[0] < 0.0; ++stretch) {
    const double slope = friction_slope(impact.mobility, impact.velocity[1], friction);
    const double change = impact.mobility(0, 0) + impact.mobility(0, 1) * slope;
    const double still = until_still(impact, slope);
    const double end = change > 0.0 ? -impact.velocity[0] / change : std::numeric_limits<double>::infinity();
    const double length = std::min(still, end);
    if (!std::isfinite(length)) break;
    work -= length * (impact.velocity[0] + 0.5 * change * length);
    impact.add(length, slope);
    if (still <= end) impact.velocity[1] = 0.0;
    if (end <= still) impact.velocity[0] = 0.0;
  }
  return work;
}

/// @param work That is given back, J.
void expand(Impact& impact, double friction, double work) {
  for (int stretch = 0; stretch < kMostStretches && work > 0.0; ++stretch) {
    const double slope = friction_slope(impact.mobility, impact.velocity[1], friction);
    const double change = impact.mobility(0, 0) + impact.mobility(0, 1) * slope;
    const double still = until_still(impact, slope);
    const double square = impact.velocity[0] * impact.velocity[0] + 2.0 * change * work;
    if (!(change > 0.0) || square < 0.0) return;  // would be pressed together again
    const double length = std::min(still, (std::sqrt(square) - impact.velocity[0]) / change);
    work = still <= length ? work - length * (impact.velocity[0] + 0.5 * change * length) : 0.0;
    impact.add(length, slope);
    if (still <= length) impact.velocity[1] = 0.0;
  }
}

}  // namespace

Vector2 resolve_impact(const Eigen::Matrix2d& mobility, const Vector2& velocity, const ContactLaw& law) {
  if (!(velocity[0] < 0.0)) return Vector2::Zero();
  Impact impact{mobility, velocity};
  const double work = compress(impact, law.friction);
  expand(impact, law.friction, law.restitution * law.restitution * work);
  return impact.impulse;
}

}  // namespace freefloat
