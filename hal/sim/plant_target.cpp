// The target of the plant: how it moves alone, how the hand takes it and lets it go.

#include <algorithm>

#include "hal/sim/plant.h"
#include "model/payload.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kFixedMass = 1e5;  // kg and kg m^2 of "fixed to the table"

}  // namespace

double Plant::payload_mass() const {
  return parameters().mount == TargetMount::kTable ? kFixedMass : parameters().mass;
}

double Plant::payload_inertia() const {
  return parameters().mount == TargetMount::kTable ? kFixedMass : parameters().inertia;
}

/// @return The target at its mass centre, which alone goes straight.
BodyState Plant::target_body(std::size_t target) const {
  const BodyState& grapple = targets_[target].state;
  if (!parameters_[target].mass_centre) return grapple;
  const Vector2 arm = rotate(grapple.theta, *parameters_[target].mass_centre);
  return {grapple.p + arm, grapple.theta, grapple.v + grapple.w * perpendicular(arm), grapple.w};
}

/// @param body Of the target at its mass centre.
void Plant::place_target(std::size_t target, const BodyState& body) {
  BodyState& grapple = targets_[target].state;
  grapple = body;
  if (!parameters_[target].mass_centre) return;
  const Vector2 arm = rotate(body.theta, *parameters_[target].mass_centre);
  grapple.p -= arm;
  grapple.v -= body.w * perpendicular(arm);
}

void Plant::find_nearest() {
  if (holding_ || targets_.size() < 2) return;
  const Vector2 p_WE = state_.centre + compute_hand(model(), motion_.posture).p_GX;
  const auto distance = [&](const TargetMotion& target) { return (target.state.p - p_WE).squaredNorm(); };
  const auto nearest = std::min_element(targets_.begin(), targets_.end(), [&](const auto& a, const auto& b) {
    return distance(a) < distance(b);
  });
  near_ = nearest - targets_.begin();
}

void Plant::step_targets(double dt) {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (holding_ && i == near_) {
      carry_target();
    } else if (parameters_[i].mount == TargetMount::kFloating) {
      step_free_target(i, dt);
    }
  }
  find_nearest();
}

void Plant::step_free_target(std::size_t i, double dt) {
  const TargetParameters& parameters = parameters_[i];
  TargetMotion& target = targets_[i];
  Vector2 acceleration = tilt_;
  if (parameters.irregular_force > 0.0) {
    if (target.until_new_force <= Duration::zero()) {
      target.until_new_force = parameters.irregular_interval;
      const double x = target.random.normal();
      const double y = target.random.normal();
      target.force = parameters.irregular_force * Vector2(x, y);
    }
    target.until_new_force -= from_seconds(dt);
    acceleration += target.force / parameters.mass;
  }
  if (target_push_ != 0.0 && i == near_) {
    const Vector2 way = truth().robot.p_WB - target.state.p;
    if (way.norm() > 0.0) acceleration += target_push_ / parameters.mass * way.normalized();
  }
  BodyState body = target_body(i);
  body.p += dt * (body.v + 0.5 * dt * acceleration);
  body.v += dt * acceleration;
  body.theta += dt * body.w;
  place_target(i, body);
}

void Plant::carry_target() {
  const Eigen::Index last = robot_.joint_count();
  const PointMotion hand = compute_hand(model(), motion_.posture);
  const Vector2 arm = rotate(state_.angles[last], grip_offset_);
  BodyState& target = near().state;
  target.p = state_.centre + hand.p_GX + arm;
  target.w = motion_.rates[last];
  target.v = state_.centre_rate + hand.by_body * motion_.rates + perpendicular(arm) * target.w;
  target.theta = state_.angles[last] + grip_angle_;
}

void Plant::attach_target() {
  if (holding_) return;
  find_nearest();
  const Posture& posture = motion_.posture;
  const Eigen::Index last = robot_.joint_count();
  const PointMotion hand = compute_hand(unloaded_, posture);
  grip_offset_ = rotate(-state_.angles[last], near().state.p - (state_.centre + hand.p_GX));
  grip_angle_ = near().state.theta - state_.angles[last];
  const BodyState body = target_body(near_);
  load_offset_ = grip_offset_ + rotate(-state_.angles[last], body.p - near().state.p);
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
  state_.momenta[last] += payload_inertia() * near().state.w;
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
  const BodyState body = target_body(near_);
  state_.centre = body.p - grip.p_GX;
  state_.centre_rate = body.v - grip.by_body * motion_.rates;
  state_.momenta = unloaded_chain_.inertia(motion_.posture) * motion_.rates;
  if (fixed()) {
    near().state.v.setZero();
    near().state.w = 0.0;
  }
  holding_ = false;
  table_.acceleration = tilt_;
}

Vector2 Plant::target_point(const Vector2& offset, double ago, std::size_t target) const {
  if (held_) ago = 0.0;
  const BodyState& grapple = targets_[target].state;
  const Vector2 arm = rotate(grapple.theta, offset);
  return grapple.p + arm - ago * (grapple.v + grapple.w * perpendicular(arm));
}

Vector2 Plant::hand_to_target() const {
  return near().state.p - (state_.centre + compute_hand(model(), motion_.posture).p_GX);
}

Vector2 Plant::hand_to_target_velocity() const {
  return near().state.v -
         (state_.centre_rate + compute_hand(model(), motion_.posture).by_body * motion_.rates);
}

}  // namespace freefloat
