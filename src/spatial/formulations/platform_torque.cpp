#include "spatial/formulations/platform_torque.h"

namespace freefloat {

PlatformTorque compute_platform_torque(const TreeParameters& tree, const BodyMotion& motion) {
  PlatformTorque torque;
  for (const BodyFrames::Body& body : compute_body_frames(tree, motion).bodies) {
    const Vector3 r = body.mass_centre - motion.p_WB;
    torque.inertial += body.inertia * body.w_rate + body.w.cross(body.inertia * body.w) +
                       body.mass * r.cross(body.a_mass_centre);
    torque.weight_moment += r.cross(body.mass * tree.gravity);
  }
  return torque;
}

}  // namespace freefloat
