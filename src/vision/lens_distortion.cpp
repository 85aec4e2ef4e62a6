#include "vision/lens_distortion.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "types/angle.h"

namespace freefloat {
namespace {

constexpr int kMostIterations = 20;
// Slope below which the lens folds: one place of the picture then has several rays.
constexpr double kSmallestSlope = 1e-3;

BentRay bend_polynomial(const LensTerms& k, const Vector2& xy) {
  const double x = xy.x();
  const double y = xy.y();
  const double r2 = x * x + y * y;
  const double above = 1.0 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
  const double below = 1.0 + r2 * (k[5] + r2 * (k[6] + r2 * k[7]));
  // Beyond the pole of the fraction the lens shows nothing.
  const double radial = below > 0.0 ? above / below : std::numeric_limits<double>::quiet_NaN();
  // d radial / dx = slope * x.
  const double slope =
      2.0 *
      ((k[0] + r2 * (2.0 * k[1] + r2 * 3.0 * k[4])) - radial * (k[5] + r2 * (2.0 * k[6] + r2 * 3.0 * k[7]))) /
      below;
  const double p1 = k[2];
  const double p2 = k[3];
  BentRay result;
  result.point = {x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x) + r2 * (k[8] + r2 * k[9]),
                  y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y + r2 * (k[10] + r2 * k[11])};
  const double mixed = slope * x * y + 2.0 * p1 * x + 2.0 * p2 * y;
  // d prism / d r2, for x and y; d r2 / d(x, y) = 2 (x, y).
  const double prism_x = 2.0 * (k[8] + 2.0 * r2 * k[9]);
  const double prism_y = 2.0 * (k[10] + 2.0 * r2 * k[11]);
  result.jacobian << radial + slope * x * x + 2.0 * p1 * y + 6.0 * p2 * x + prism_x * x,
      mixed + prism_x * y,  //
      mixed + prism_y * x, radial + slope * y * y + 6.0 * p1 * y + 2.0 * p2 * x + prism_y * y;
  return result;
}

// Newton's method: quadratic, three or four steps for any usable lens.
std::optional<Vector2> unbend_polynomial(const LensTerms& k, const Vector2& goal) {
  Vector2 xy = goal;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const BentRay bent = bend_polynomial(k, xy);
    const double determinant = bent.jacobian.determinant();
    if (!(determinant > kSmallestSlope)) return std::nullopt;
    const Vector2 step = bent.jacobian.inverse() * (goal - bent.point);
    xy += step;
    if (step.squaredNorm() < 1e-26) return xy;
  }
  return std::nullopt;
}

/// Radius in the picture of a ray at `angle` from the lens's axis, and its slope.
struct FisheyeRadius {
  double radius;
  double slope;
};

FisheyeRadius fisheye_radius(const LensTerms& k, double angle) {
  const double t2 = angle * angle;
  return {angle * (1.0 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3])))),
          1.0 + t2 * (3.0 * k[0] + t2 * (5.0 * k[1] + t2 * (7.0 * k[2] + t2 * 9.0 * k[3])))};
}

// On the lens's axis, the limit of what bend_equidistant divides by the radius.
constexpr double kOnAxis = 1e-8;

BentRay bend_equidistant(const LensTerms& k, const Vector2& xy) {
  const double r = xy.norm();
  if (r < kOnAxis) return {xy, Matrix2::Identity()};
  const FisheyeRadius bent = fisheye_radius(k, std::atan(r));
  const double scale = bent.radius / r;
  // Along the ray's own direction the slope is d radius / d r, across it the scale.
  const double along = bent.slope / (1.0 + r * r);
  const Vector2 direction = xy / r;
  return {scale * xy, scale * Matrix2::Identity() + (along - scale) * (direction * direction.transpose())};
}

std::optional<Vector2> unbend_equidistant(const LensTerms& k, const Vector2& goal) {
  const double radius = goal.norm();
  if (radius < kOnAxis) return goal;
  constexpr double kWidest = kPi / 2 - 1e-6;  // beyond it, a ray does not come from in front of the camera
  double angle = std::min(radius, 1.2);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const FisheyeRadius bent = fisheye_radius(k, angle);
    if (!(bent.slope > kSmallestSlope)) return std::nullopt;
    const double step = (radius - bent.radius) / bent.slope;
    if (std::abs(step) < 1e-13) return goal * (std::tan(angle) / radius);
    angle = std::clamp(angle + step, 0.0, kWidest);
  }
  return std::nullopt;
}

}  // namespace

BentRay LensDistortion::bend(const Vector2& xy) const {
  return model == DistortionModel::kEquidistant ? bend_equidistant(terms, xy) : bend_polynomial(terms, xy);
}

std::optional<Vector2> LensDistortion::unbend(const Vector2& bent) const {
  return model == DistortionModel::kEquidistant ? unbend_equidistant(terms, bent)
                                                : unbend_polynomial(terms, bent);
}

}  // namespace freefloat
