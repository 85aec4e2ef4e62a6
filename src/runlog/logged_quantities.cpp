#include "runlog/logged_quantities.h"

#include <array>
#include <limits>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

using View = const CycleView&;

const StateEstimate* estimate(View v) {
  return v.output.estimate.valid ? &v.output.estimate : nullptr;
}

const TargetEstimate* target(View v) {
  return estimate(v) != nullptr && v.output.estimate.target.valid ? &v.output.estimate.target : nullptr;
}

bool on_path(View v) {
  return v.output.state == SupervisorState::kActive && v.output.guidance.path.stage == PathStage::kFollow;
}

double largest(const JointVector& values) {
  return values.size() > 0 ? values.lpNorm<Eigen::Infinity>() : kNoNumber;
}

double ms(Duration duration) {
  return 1e3 * to_seconds(duration);
}

const std::array<LoggedQuantity, 21> kQuantities{{
    {"hand_to_target_m", "distance of the hand from the target", true,
     [](View v) { return target(v) ? (target(v)->p_WT - v.output.estimate.p_WE).norm() : kNoNumber; }},
    {"closing_speed_m_s", "speed of the hand relative to the target", true,
     [](View v) { return target(v) ? (target(v)->v_WT - v.output.estimate.v_WE).norm() : kNoNumber; }},
    {"hand_speed_m_s", "speed of the hand over the table", true,
     [](View v) { return estimate(v) ? estimate(v)->v_WE.norm() : kNoNumber; }},
    {"hand_radius_m", "distance of the hand from the mass centre", true,
     [](View v) { return estimate(v) ? (estimate(v)->p_WE - estimate(v)->p_WG).norm() : kNoNumber; }},
    {"hand_sigma_m", "standard deviation of the hand's position", true,
     [](View v) { return estimate(v) ? estimate(v)->sigma_hand : kNoNumber; }},
    {"hand_to_path_m", "distance of the hand from the path that it follows", true,
     [](View v) { return on_path(v) ? v.output.guidance.path.error : kNoNumber; }},
    {"path_lag_m", "distance of the hand from the point of its path that it follows", true,
     [](View v) { return on_path(v) ? v.output.guidance.path.lag : kNoNumber; }},
    {"attitude_deg", "attitude of the satellite", true,
     [](View v) { return estimate(v) ? rad_to_deg(estimate(v)->robot.theta_WB) : kNoNumber; }},
    {"attitude_rate_deg_s", "rotation of the satellite", true,
     [](View v) { return estimate(v) ? rad_to_deg(estimate(v)->robot.w_WB) : kNoNumber; }},
    {"satellite_speed_m_s", "speed of the satellite", true,
     [](View v) { return estimate(v) ? estimate(v)->robot.v_WB.norm() : kNoNumber; }},
    {"linear_momentum_ns", "size of the linear momentum", true,
     [](View v) { return estimate(v) ? estimate(v)->linear_momentum.norm() : kNoNumber; }},
    {"angular_momentum_nms", "angular momentum about the mass centre", true,
     [](View v) { return estimate(v) ? estimate(v)->angular_momentum : kNoNumber; }},
    {"joint_rate_deg_s", "largest commanded joint rate", true,
     [](View v) { return rad_to_deg(largest(v.output.command.rates)); }},
    {"sigma_min_m", "smallest singular value of the generalized Jacobian, while the hand is led", true,
     [](View v) { return v.output.resolved.sigma_min > 0.0 ? v.output.resolved.sigma_min : kNoNumber; }},
    {"rate_scale", "1 where no joint had to be slowed down", true,
     [](View v) { return v.output.resolved.scale; }},
    {"markers_used", "LEDs of the robot that the newest picture gave", true,
     [](View v) { return static_cast<double>(v.output.estimate.markers_used); }},
    {"loop_compute_ms", "computing time of a cycle", false,
     [](View v) { return v.timing ? ms(v.timing->compute) : kNoNumber; }},
    {"loop_late_ms", "how late a cycle began", false,
     [](View v) { return v.timing ? ms(v.timing->wake_late) : kNoNumber; }},
    {"loop_overruns", "cycles so far that ended after the next one was due", false,
     [](View v) { return v.timing ? static_cast<double>(v.timing->overrun_count) : kNoNumber; }},
    {"true_hand_to_target_m", "distance of the hand from the target, as the simulation knows it", false,
     [](View v) { return v.truth ? (v.truth->target.p - v.truth->p_WE).norm() : kNoNumber; }},
    {"true_hand_speed_m_s", "speed of the hand, as the simulation knows it", false,
     [](View v) { return v.truth ? v.truth->v_WE.norm() : kNoNumber; }},
}};

}  // namespace

std::span<const LoggedQuantity> logged_quantities() {
  return kQuantities;
}

std::string list_quantities(bool while_running) {
  std::string text;
  for (const LoggedQuantity& quantity : kQuantities) {
    if (while_running && !quantity.while_running) continue;
    if (!text.empty()) text += ", ";
    text += quantity.name;
  }
  return text;
}

}  // namespace freefloat
