#include "model/payload.h"

namespace freefloat {

RobotParameters with_payload(const RobotParameters& robot, double mass, double inertia, const Vector2& p_EP) {
  RobotParameters loaded = robot;
  LinkParameters& link = loaded.links.back();
  const Vector2 p_payload = link.to_end + p_EP;  // from the link's own mass centre
  const double total = link.mass + mass;
  const Vector2 shift = p_payload * (mass / total);  // of the mass centre
  link.inertia += inertia + link.mass * mass / total * p_payload.squaredNorm();
  link.mass = total;
  link.to_mass_centre += shift;
  link.to_end -= shift;
  for (MarkerParameters& marker : loaded.markers) {
    if (marker.body == robot.joint_count()) marker.position -= shift;
  }
  return loaded;
}

}  // namespace freefloat
