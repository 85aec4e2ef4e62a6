// What a technician does to the plant by hand.
#include "hal/sim/plant.h"
#include "model/dynamics.h"

namespace freefloat {

void Plant::arrange(const Arrangement& wanted) {
  constexpr double kGravity = 9.80665;  // m/s^2
  if (wanted.robot || wanted.moves_target()) detach_target();
  if (wanted.robot) place_robot(*wanted.robot);
  if (wanted.target) targets_.front().state = *wanted.target;
  for (std::size_t i = 1; i < targets_.size(); ++i) {
    if (const auto& other = wanted.more_targets[i - 1]) targets_[i].state = *other;
  }
  find_nearest();
  if (wanted.tilt) {
    tilt_ = kGravity * *wanted.tilt;
    if (!fixed()) table_.acceleration = tilt_;
  }
  if (wanted.held) held_ = *wanted.held;
}

void Plant::place_robot(const RobotState& robot) {
  const BodyVector rates = compute_body_rates(robot.w_WB, robot.joint_rates);
  const Posture posture = compute_posture(robot.theta_WB, robot.joints);
  const PointMotion satellite = compute_point(unloaded_, posture, 0, Vector2::Zero());
  state_.centre = robot.p_WB - satellite.p_GX;
  state_.centre_rate = robot.v_WB - satellite.by_body * rates;
  state_.angles = compute_body_rates(robot.theta_WB, robot.joints);
  state_.momenta = unloaded_chain_.inertia(posture) * rates;
  motion_ = {posture, rates};
  refresh_joints();
}

}  // namespace freefloat
