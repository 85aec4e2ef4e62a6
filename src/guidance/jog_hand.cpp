#include "guidance/jog_hand.h"

#include <algorithm>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kJogEdgeClearance = 0.005;  // m
constexpr double kJogEdgeGain = 2.0;         // 1/s; radial speed a metre of what is left to the edge
constexpr double kAtRest = 1e-6;             // m/s

/// Towards an edge the radial speed is at most the gain times the distance that is left.
Vector2 stop_at_edges(const HandWorkspace& workspace, const TaskSpaceState& s, const Vector2& velocity) {
  const Vector2 arm = s.p_WE - s.p_WG;
  const double radius = arm.norm();
  if (!(workspace.outer > workspace.inner) || !(radius > 0.0)) return velocity;
  const Vector2 outward = arm / radius;
  const double radial = velocity.dot(outward);
  const double most = kJogEdgeGain * std::max(0.0, workspace.outer - kJogEdgeClearance - radius);
  const double least = -kJogEdgeGain * std::max(0.0, radius - workspace.inner - kJogEdgeClearance);
  return velocity + (std::clamp(radial, least, most) - radial) * outward;
}

}  // namespace

std::optional<Vector2> jog_hand(const GuidanceConfig& config, const HandWorkspace& workspace, double period,
                                const OperatorCommand& op, const RobotState& robot, const TaskSpaceState& s) {
  Vector2 wanted = op.jog_velocity.allFinite() ? op.jog_velocity : Vector2(Vector2::Zero());
  if (op.jog_in_hand_frame) wanted = rotate(robot.theta_WB + robot.joints.sum(), wanted);
  const double speed = wanted.norm();
  if (config.max_hand_speed > 0.0 && speed > config.max_hand_speed) wanted *= config.max_hand_speed / speed;
  const Vector2 change = wanted - s.v_WE;
  const double most = config.max_hand_acceleration * period;
  Vector2 velocity = wanted;
  if (most > 0.0 && change.norm() > most) velocity = s.v_WE + change * (most / change.norm());
  velocity = stop_at_edges(workspace, s, velocity);
  if (velocity.norm() < kAtRest) return std::nullopt;
  return velocity;
}

}  // namespace freefloat
