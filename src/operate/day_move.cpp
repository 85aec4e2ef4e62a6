// What moves robot and target by hand: jogging, and in the simulation dragging.
#include <cmath>

#include "operate/day.h"
#include "operate/request.h"
#include "types/angle.h"

namespace freefloat {

using console::Answer;

namespace {

/// @return The target that a request means by its `name`, from 0; the first where it names none; none: there
/// is no such target.
std::optional<std::uint32_t> target_in(const nlohmann::json& request, const SimConfig& config) {
  const std::string name = text_of(request, "name");
  if (name.empty()) return 0;
  const std::vector<TargetParameters> targets = all_targets(config);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].name == name) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

}  // namespace

Answer Day::ask_jog(const Asked& asked) {
  Wish wish{.kind = WishKind::kJogEnd, .what = std::string_view(asked.what), .origin = asked.origin};
  std::shared_ptr<const RunConfig> config;
  {
    const std::lock_guard lock(mutex_);
    config = day_.config;
  }
  if (asked.what == "jog_joint" && asked.request.contains("rates_deg_s")) {
    const int count = config->controller.robot.joint_count();
    const auto rates = numbers_in(asked.request, "rates_deg_s");
    if (!rates || rates->size() > static_cast<std::size_t>(count))
      return refused("jog_joint needs rates_deg_s, at most " + std::to_string(count) + " numbers");
    wish.kind = WishKind::kJogJoints;
    wish.joint_rates = JointVector::Zero(count);
    for (std::size_t i = 0; i < rates->size(); ++i)
      wish.joint_rates[static_cast<Eigen::Index>(i)] = deg_to_rad((*rates)[i]);
  } else if (asked.what == "jog_joint") {
    const auto joint = number_in(asked.request, "joint"), rate = number_in(asked.request, "rate_deg_s");
    const int count = config->controller.robot.joint_count();
    if (!joint || !rate || *joint != std::floor(*joint) || *joint < 1 || *joint > count)
      return refused("jog_joint needs joint, 1 to " + std::to_string(count) + ", and rate_deg_s");
    wish.kind = WishKind::kJogJoints;
    wish.joint_rates = JointVector::Zero(count);
    wish.joint_rates[static_cast<Eigen::Index>(*joint) - 1] = deg_to_rad(*rate);
  } else if (asked.what == "jog_hand") {
    const auto x = number_in(asked.request, "vx_mm_s"), y = number_in(asked.request, "vy_mm_s");
    if (!x || !y) return refused("jog_hand needs vx_mm_s and vy_mm_s");
    wish.kind = WishKind::kJogHand;
    wish.hand_velocity = 1e-3 * Vector2(*x, *y);
    const double limit = config->controller.guidance.max_hand_speed;
    if (limit > 0.0 && wish.hand_velocity.norm() > limit)
      wish.hand_velocity *= limit / wish.hand_velocity.norm();
  }
  if (wish.kind != WishKind::kJogEnd) {
    if (std::string objection = why_not_now("jog"); !objection.empty()) return refused(std::move(objection));
  }
  return desk_.ask(wish) ? granted("") : refused("too many wishes wait");
}

Answer Day::drag(const Asked& asked) {
  Wish wish{.kind = WishKind::kArrange, .what = "drag", .origin = asked.origin};
  const std::string what = text_of(asked.request, "what");
  const std::lock_guard lock(mutex_);
  if (!watch_.truth) return refused("nothing is known of the robot yet");
  if (what == "tilt") {
    const auto size = number_in(asked.request, "tilt_g"),
               direction = number_in(asked.request, "direction_deg");
    if (!size || !direction || *size < 0.0 || *size > 0.01)
      return refused("a tilt has tilt_g, 0 to 0.01, and direction_deg");
    wish.arrangement.tilt =
        *size * Vector2(std::cos(deg_to_rad(*direction)), std::sin(deg_to_rad(*direction)));
  } else if (what == "robot" || what == "target") {
    const auto place = point_in(asked.request, "position_m");
    const Vector2 half = 0.5 * day_.config->controller.table.size;
    if (!place || (place->cwiseAbs() - half).maxCoeff() > 0.0)
      return refused("drag needs position_m on the table");
    const auto attitude = number_in(asked.request, "attitude_deg");
    if (what == "robot") {
      RobotState robot = watch_.truth->robot;
      const RobotState& start = day_.config->sim.start;
      robot.p_WB = *place;
      if (attitude) robot.theta_WB = deg_to_rad(*attitude);
      robot.v_WB = start.v_WB;
      robot.w_WB = start.w_WB;
      robot.joint_rates = start.joint_rates;
      wish.arrangement.robot = robot;
    } else {
      const auto number = target_in(asked.request, day_.config->sim);
      if (!number) return refused("no target has this name: " + text_of(asked.request, "name"));
      BodyState target = target_of(day_.config->sim, *number).start;
      target.p = *place;
      if (attitude) target.theta = deg_to_rad(*attitude);
      (*number == 0 ? wish.arrangement.target : wish.arrangement.more_targets[*number - 1]) = target;
    }
    wish.arrangement.held = true;
    day_.prepared = day_.placed = true;  // where a person wants it
    day_.preview_due = watch_.now + std::chrono::milliseconds(500);
  } else {
    return refused("drag robot, target or tilt");
  }
  return desk_.ask(wish) ? granted("") : refused("too many wishes wait");
}

}  // namespace freefloat
