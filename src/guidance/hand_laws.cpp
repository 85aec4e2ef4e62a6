#include "guidance/hand_laws.h"

#include <algorithm>

namespace freefloat {

Vector2 approach_standing_target(const GuidanceConfig& config, const TaskSpaceState& s, ChartKind chart) {
  const ChartState state = to_chart(chart, s);
  Vector2 velocity = from_chart(chart, s, config.position_gain * (state.target - state.hand));
  const double speed = velocity.norm();
  if (config.max_hand_speed > 0.0 && speed > config.max_hand_speed) velocity *= config.max_hand_speed / speed;
  return velocity;
}

HandVelocity rendezvous_rate(RendezvousSampling sampling, const Vector2& error, const Vector2& error_rate,
                             const Vector2& target_rate, double remaining, double dt) {
  const Vector2 rate = target_rate - error_rate;
  const Vector2 acceleration = 4.0 / remaining * error_rate + 6.0 / (remaining * remaining) * error;
  if (sampling == RendezvousSampling::kEuler) {
    const Vector2 next = rate + dt * acceleration;
    return {next, next};
  }

  // On the optimal path the acceleration is linear in time and ends at -(2 p'/T + 6 p/T^2).
  const double step = std::min(dt, remaining);
  const Vector2 last = -2.0 / remaining * error_rate - 6.0 / (remaining * remaining) * error;
  const Vector2 slope = (last - acceleration) / remaining;
  return {rate + step * (0.5 * acceleration + step / 6.0 * slope),
          rate + step * (acceleration + 0.5 * step * slope)};
}

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
