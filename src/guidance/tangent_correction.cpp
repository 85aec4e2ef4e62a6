#include "guidance/tangent_correction.h"

#include <algorithm>

namespace freefloat {

CorrectedVelocity correct_to_tangent(const Situation& s, double radius, double margin, const Vector2& v_WE) {
  const Vector2 arm = s.p_WE - s.p_WG;
  const Vector2 relative = v_WE - s.v_WG;
  const double outward = relative.dot(arm);
  if (arm.norm() < radius - margin || outward <= 0.0) return {v_WE, false};
  return {v_WE - outward / arm.squaredNorm() * arm, true};
}

CorrectedVelocity keep_in_annulus(const Situation& s, const HandWorkspace& workspace, double clearance,
                                  double gain, const Vector2& v_WE) {
  const Vector2 arm = s.p_WE - s.p_WG;
  const double radius = arm.norm();
  if (radius <= 0.0) return {v_WE, false};
  const Vector2 outward = arm / radius;
  const double radial = (v_WE - s.v_WG).dot(outward);
  const double most = gain * (workspace.outer - clearance - radius);
  const double least = gain * (workspace.inner + clearance - radius);
  if (!(least <= most)) return {v_WE, false};  // no room between the edges: nothing sensible to correct
  const double allowed = std::clamp(radial, least, most);
  if (allowed == radial) return {v_WE, false};
  return {v_WE + (allowed - radial) * outward, true};
}

}  // namespace freefloat
