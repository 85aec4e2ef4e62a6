#include "guidance/tangent_correction.h"

#include <algorithm>

namespace freefloat {

void correct_to_tangent(const TaskSpaceState& s, double radius, double margin, HandVelocity& velocity) {
  const Vector2 arm = s.p_WE - s.p_WG;
  const Vector2 relative = velocity.mean - s.v_WG;
  const double outward = relative.dot(arm);
  if (arm.norm() < radius - margin || outward <= 0.0) return;
  velocity.correct(velocity.mean - outward / arm.squaredNorm() * arm);
}

void keep_in_annulus(const TaskSpaceState& s, const HandWorkspace& workspace, double clearance, double gain,
                     HandVelocity& velocity) {
  const Vector2 arm = s.p_WE - s.p_WG;
  const double radius = arm.norm();
  if (radius <= 0.0) return;
  const Vector2 outward = arm / radius;
  const double radial = (velocity.mean - s.v_WG).dot(outward);
  const double most = gain * (workspace.outer - clearance - radius);
  const double least = gain * (workspace.inner + clearance - radius);
  if (!(least <= most)) return;  // no room between the edges: nothing sensible to correct
  const double allowed = std::clamp(radial, least, most);
  if (allowed != radial) velocity.correct(velocity.mean + (allowed - radial) * outward);
}

}  // namespace freefloat
