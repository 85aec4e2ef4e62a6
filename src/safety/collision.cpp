#include "safety/collision.h"

#include <cmath>

#include "model/satellite_outline.h"

namespace freefloat {

namespace {

constexpr double kSafetySigmas = 3.0;

constexpr double kCreep = 0.01;  // m/s: slower is no way out, and one back is always free

/// @param time t plus half of braking. @return Whether a moving point rests beyond `half_table`, on its way
/// out.
bool goes_out(const Vector2& p, const Vector2& v, const Vector2& half_table, double time, double margin) {
  for (Eigen::Index axis = 0; axis < 2; ++axis) {
    const double outward = p[axis] > 0.0 ? v[axis] : -v[axis];
    if (outward > kCreep && std::abs(p[axis]) + time * outward > half_table[axis] - margin) return true;
  }
  return false;
}

bool arm_leaves_table(const RobotParameters& robot, const Vector2& half_table, const RobotState& state,
                      double time, double margin) {
  double theta = state.theta_WB;
  double w = state.w_WB;
  Vector2 along = rotate(theta, robot.satellite_to_joint);
  Vector2 p = state.p_WB + along;  // of joint 1, 2, ..., hand
  Vector2 v = state.v_WB + w * perpendicular(along);
  if (goes_out(p, v, half_table, time, margin)) return true;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    theta += state.joints[static_cast<Eigen::Index>(i)];
    w += state.joint_rates[static_cast<Eigen::Index>(i)];
    along = rotate(theta, robot.links[i].to_mass_centre + robot.links[i].to_end);
    p += along;
    v += w * perpendicular(along);
    if (goes_out(p, v, half_table, time, margin)) return true;
  }
  return false;
}

bool satellite_meets_target(const MotionLimits& limits, const StateEstimate& estimate, double time,
                            double margin) {
  const RobotState& state = estimate.robot;
  const TargetEstimate& target = estimate.target;
  const auto depth_after = [&](double elapsed) {
    return SatelliteOutline{limits.satellite_size, state.p_WB + elapsed * state.v_WB,
                            state.theta_WB + elapsed * state.w_WB}
        .depth_of(target.p_WT + elapsed * target.v_WT);
  };
  const double at_rest = depth_after(time);
  return at_rest > -margin && at_rest > depth_after(0.0);
}

}  // namespace

bool will_collide(const RobotParameters& robot, const MotionLimits& limits, const StateEstimate& estimate,
                  bool capturing, Duration reaction, Duration to_stop) {
  const auto joint_count = static_cast<Eigen::Index>(robot.links.size());
  if (estimate.robot.joints.size() != joint_count || estimate.robot.joint_rates.size() != joint_count)
    return false;
  const double time = to_seconds(reaction) + 0.5 * to_seconds(to_stop);
  const double margin = kSafetySigmas * estimate.sigma_hand;
  if (arm_leaves_table(robot, limits.half_table, estimate.robot, time, margin)) return true;
  return capturing && estimate.target.valid && satellite_meets_target(limits, estimate, time, margin);
}

}  // namespace freefloat
