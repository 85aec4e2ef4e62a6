#include "hal/sim/led_cover.h"

#include <algorithm>

#include "model/satellite_outline.h"

namespace freefloat {

LedCover::LedCover(const ImagingParameters& imaging, const RobotParameters& robot,
                   const Eigen::Vector3d& p_WC)
    : imaging_(imaging), robot_(robot), p_WC_(p_WC) {}

// Where the ray from an LED to the camera passes the height of a plate.
Vector2 LedCover::seen_at(const Vector2& p_WM, double height, double plate) const {
  const double share = (plate - height) / (p_WC_.z() - height);
  return p_WM + share * (p_WC_.head<2>() - p_WM);
}

bool LedCover::link_hides(const Plant& plant, int body, const Vector2& p_WM) const {
  const LinkParameters& link = robot_.links[body - 1];
  const Vector2 begin = plant.point(body, -link.to_mass_centre);
  const Vector2 way = plant.point(body, link.to_end) - begin;
  const double square = way.squaredNorm();
  const double along = square > 0.0 ? std::clamp((p_WM - begin).dot(way) / square, 0.0, 1.0) : 0.0;
  return (p_WM - begin - along * way).norm() < 0.5 * imaging_.arm_width;
}

bool LedCover::hides(const Plant& plant, int carrier, const Vector2& p_WM, double height) const {
  if (imaging_.arm_width > 0.0 && imaging_.arm_height > height) {
    const Vector2 at_arm = seen_at(p_WM, height, imaging_.arm_height);
    for (int body = 1; body <= robot_.joint_count(); ++body) {
      if (body != carrier && link_hides(plant, body, at_arm)) return true;
    }
  }
  if (carrier == 0 || imaging_.satellite_height <= height) return false;
  const RobotState robot = plant.truth().robot;
  const SatelliteOutline satellite{robot_.satellite_size, robot.p_WB, robot.theta_WB};
  return satellite.depth_of(seen_at(p_WM, height, imaging_.satellite_height)) > 0.0;
}

}  // namespace freefloat
