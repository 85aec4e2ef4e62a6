#include "answers/model_state.h"

#include <array>

#include "answers/state_json.h"

namespace freefloat {

namespace {

constexpr std::array<const char*, 8> kPlanarStateKeys{
    "attitude_rad",           "joints_rad",          "joint_rates_rad_s", "satellite_position_m",
    "satellite_velocity_m_s", "attitude_rate_rad_s", "torques_nm",        "base_wrench"};

}  // namespace

ModelState parse_model_state(const std::string& line, int joint_count) {
  const nlohmann::json object = parse_state_object(line, kPlanarStateKeys);
  ModelState state;
  state.attitude = read_number(require_key(object, "attitude_rad"), "attitude_rad");
  require_key(object, "joints_rad");
  state.joints = *read_array(object, "joints_rad", joint_count);
  if (const auto rates = read_array(object, "joint_rates_rad_s", joint_count)) state.joint_rates = *rates;
  state.torques = JointVector::Zero(joint_count);
  if (const auto torques = read_array(object, "torques_nm", joint_count)) state.torques = *torques;
  if (const auto position = read_array(object, "satellite_position_m", 2))
    state.satellite_position = position->head<2>();
  if (const auto velocity = read_array(object, "satellite_velocity_m_s", 2))
    state.satellite_velocity = velocity->head<2>();
  if (const auto wrench = read_array(object, "base_wrench", 3))
    state.base_wrench = {wrench->head<2>(), (*wrench)[2]};
  if (const auto found = object.find("attitude_rate_rad_s"); found != object.end()) {
    state.attitude_rate = read_number(*found, "attitude_rate_rad_s");
  }
  return state;
}

RobotState complete_state(const PlanarModel& model, const ModelState& state) {
  const Posture posture = compute_posture(state.attitude, state.joints);
  const PointMotion satellite = compute_point(model, posture, 0, Vector2::Zero());
  RobotState full;
  full.theta_WB = state.attitude;
  full.joints = state.joints;
  full.joint_rates = state.joint_rates.value_or(JointVector::Zero(model.joint_count()));
  full.p_WB = state.satellite_position.value_or(satellite.p_GX);
  full.w_WB = state.attitude_rate
                  ? *state.attitude_rate
                  : satellite_rate(compute_angular_inertia(model, posture), full.joint_rates, 0.0);
  const Vector2 v_GB = satellite.by_body * compute_body_rates(full.w_WB, full.joint_rates);
  full.v_WB = state.satellite_velocity.value_or(v_GB);
  return full;
}

}  // namespace freefloat
