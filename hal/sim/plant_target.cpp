// The target of the plant: how it moves alone, how the hand takes it and lets it go.

#include "hal/sim/plant.h"
#include "model/payload.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kFixedMass = 1e5;  // kg and kg m^2 of "fixed to the table"

}  // namespace

double Plant::payload_mass() const {
  return config_.target.mount == TargetMount::kTable ? kFixedMass : config_.target.mass;
}

double Plant::payload_inertia() const {
  return config_.target.mount == TargetMount::kTable ? kFixedMass : config_.target.inertia;
}

/// @return The target at its mass centre, which alone goes straight.
BodyState Plant::target_body() const {
  if (!config_.target.mass_centre) return target_;
  const Vector2 arm = rotate(target_.theta, *config_.target.mass_centre);
  return {target_.p + arm, target_.theta, target_.v + target_.w * perpendicular(arm), target_.w};
}

/// @param body Of the target at its mass centre.
void Plant::place_target(const BodyState& body) {
  target_ = body;
  if (!config_.target.mass_centre) return;
  const Vector2 arm = rotate(body.theta, *config_.target.mass_centre);
  target_.p -= arm;
  target_.v -= body.w * perpendicular(arm);
}

void Plant::step_target(double dt) {
  if (holding_) return carry_target();
  if (config_.target.mount != TargetMount::kFloating) return;
  Vector2 acceleration = tilt_;
  if (config_.target.irregular_force > 0.0) {
    if (until_new_force_ <= Duration::zero()) {
      until_new_force_ = config_.target.irregular_interval;
      const double x = target_random_.normal();
      const double y = target_random_.normal();
      target_force_ = config_.target.irregular_force * Vector2(x, y);
    }
    until_new_force_ -= from_seconds(dt);
    acceleration += target_force_ / config_.target.mass;
  }
  if (target_push_ != 0.0) {
    const Vector2 way = truth().robot.p_WB - target_.p;
    if (way.norm() > 0.0) acceleration += target_push_ / config_.target.mass * way.normalized();
  }
  BodyState body = target_body();
  body.p += dt * (body.v + 0.5 * dt * acceleration);
  body.v += dt * acceleration;
  body.theta += dt * body.w;
  place_target(body);
}

void Plant::carry_target() {
  const Eigen::Index last = robot_.joint_count();
  const PointMotion hand = compute_hand(model(), motion_.posture);
  const Vector2 arm = rotate(state_.angles[last], grip_offset_);
  target_.p = state_.centre + hand.p_GX + arm;
  target_.w = motion_.rates[last];
  target_.v = state_.centre_rate + hand.by_body * motion_.rates + perpendicular(arm) * target_.w;
  target_.theta = state_.angles[last] + grip_angle_;
}

void Plant::attach_target() {
  if (holding_) return;
  const Posture& posture = motion_.posture;
  const Eigen::Index last = robot_.joint_count();
  const PointMotion hand = compute_hand(unloaded_, posture);
  grip_offset_ = rotate(-state_.angles[last], target_.p - (state_.centre + hand.p_GX));
  grip_angle_ = target_.theta - state_.angles[last];
  const BodyState body = target_body();
  load_offset_ = grip_offset_ + rotate(-state_.angles[last], body.p - target_.p);
  const RobotParameters loaded = with_payload(robot_, payload_mass(), payload_inertia(), load_offset_);
  payload_shift_ = loaded.links.back().to_end - robot_.links.back().to_end;
  loaded_.emplace(loaded);
  loaded_chain_.emplace(*loaded_, rotor_inertia_);

  // Every motion that the joined bodies can make keeps its momentum: in absolute angles, M_after rates_after
  // = M_before rates_before + reduced mass (v_T - v_G) . d(target seen from G) / d theta + the target's own
  // spin.
  const double mass = unloaded_.total_mass();
  const double reduced = mass * payload_mass() / (mass + payload_mass());
  const PointMotion grip =
      compute_point(unloaded_, posture, static_cast<int>(last), unloaded_.hand_offset() + load_offset_);
  state_.momenta += reduced * grip.by_body.transpose() * (body.v - state_.centre_rate);
  state_.momenta[last] += payload_inertia() * target_.w;
  const double share = payload_mass() / (mass + payload_mass());
  state_.centre += share * grip.p_GX;
  state_.centre_rate += share * (body.v - state_.centre_rate);
  holding_ = true;
  if (fixed()) table_.acceleration.setZero();
  motion_ = chain().motion(state_);
  refresh_joints();
  carry_target();
}

void Plant::detach_target() {
  if (!holding_) return;
  const PointMotion grip = compute_point(unloaded_, motion_.posture, unloaded_.joint_count(),
                                         unloaded_.hand_offset() + load_offset_);
  const BodyState body = target_body();
  state_.centre = body.p - grip.p_GX;
  state_.centre_rate = body.v - grip.by_body * motion_.rates;
  state_.momenta = unloaded_chain_.inertia(motion_.posture) * motion_.rates;
  if (fixed()) {
    target_.v.setZero();
    target_.w = 0.0;
  }
  holding_ = false;
  table_.acceleration = tilt_;
}

Vector2 Plant::target_point(const Vector2& offset, double ago) const {
  if (held_) ago = 0.0;
  const Vector2 arm = rotate(target_.theta, offset);
  return target_.p + arm - ago * (target_.v + target_.w * perpendicular(arm));
}

Vector2 Plant::hand_to_target() const {
  return target_.p - (state_.centre + compute_hand(model(), motion_.posture).p_GX);
}

Vector2 Plant::hand_to_target_velocity() const {
  return target_.v - (state_.centre_rate + compute_hand(model(), motion_.posture).by_body * motion_.rates);
}

}  // namespace freefloat
