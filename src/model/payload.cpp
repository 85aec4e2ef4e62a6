#include "model/payload.h"

namespace freefloat {

RobotParameters with_payload(const RobotParameters& robot, double mass, double inertia, const Vector2& p_EP) {
  RobotParameters loaded = robot;
  put_payload(robot, mass, inertia, p_EP, loaded);
  return loaded;
}

void put_payload(const RobotParameters& robot, double mass, double inertia, const Vector2& p_EP,
                 RobotParameters& loaded) {
  LinkParameters& link = loaded.links.back();
  link = robot.links.back();
  const Vector2 p_payload = link.to_end + p_EP;  // from the link's own mass centre
  const double total = link.mass + mass;
  const Vector2 shift = p_payload * (mass / total);  // of the mass centre
  link.inertia += inertia + link.mass * mass / total * p_payload.squaredNorm();
  link.mass = total;
  link.to_mass_centre += shift;
  link.to_end -= shift;
  for (std::size_t i = 0; i < loaded.markers.size(); ++i) {
    loaded.markers[i].position = robot.markers[i].position;
    if (loaded.markers[i].body == robot.joint_count()) loaded.markers[i].position -= shift;
  }
}

}  // namespace freefloat
