#include "app/model_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace freefloat {

namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 8> kKeys{
    "attitude_rad",           "joints_rad",          "joint_rates_rad_s", "satellite_position_m",
    "satellite_velocity_m_s", "attitude_rate_rad_s", "torques_nm",        "base_wrench"};

std::string known_keys() {
  std::string list;
  for (const char* key : kKeys) list += (list.empty() ? "" : ", ") + std::string(key);
  return list;
}

/// Parses one line; the parser itself would let a repeated key pass silently.
Json parse_object(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) {
    throw StateError("empty line: a state is one JSON object a line");
  }
  std::set<std::string> seen;
  std::string repeated;
  const auto watch_keys = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1 && !seen.insert(parsed.get<std::string>()).second) {
      repeated = parsed.get<std::string>();
    }
    return true;
  };
  Json object;
  try {
    object = Json::parse(line, watch_keys);
  } catch (const Json::exception& error) {
    const std::string what = error.what();  // "[json.exception.x.n] text"
    const std::size_t text = what.find("] ");
    throw StateError("not valid JSON: " + (text == std::string::npos ? what : what.substr(text + 2)));
  }
  if (!object.is_object())
    throw StateError(std::string("a state must be a JSON object, not ") + object.type_name());
  if (!repeated.empty()) throw StateError(repeated + ": given more than once");
  for (const auto& [key, value] : object.items()) {
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      throw StateError(key + ": unknown key; known are " + known_keys());
    }
  }
  return object;
}

/// @return The value as written, or only its kind where it may be long.
std::string describe(const Json& value) {
  return value.is_structured() ? value.type_name() : value.dump();
}

double read_number(const Json& value, const std::string& name) {
  if (!value.is_number()) throw StateError(name + ": must be a number, not " + describe(value));
  const double number = value.get<double>();
  if (!std::isfinite(number)) throw StateError(name + ": must be finite");
  return number;
}

JointVector read_array(const Json& value, const std::string& name, int length) {
  const std::string wanted = name + ": must be an array of " + std::to_string(length) + " numbers, not ";
  if (!value.is_array()) throw StateError(wanted + describe(value));
  if (value.size() != static_cast<std::size_t>(length)) {
    throw StateError(wanted + std::to_string(value.size()));
  }
  JointVector numbers(length);
  for (int i = 0; i < length; ++i) {
    numbers[i] = read_number(value[static_cast<std::size_t>(i)], name + "[" + std::to_string(i) + "]");
  }
  return numbers;
}

const Json& require(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw StateError(std::string(key) + ": missing");
  return *found;
}

}  // namespace

ModelState parse_model_state(const std::string& line, int joint_count) {
  const Json object = parse_object(line);
  ModelState state;
  state.attitude = read_number(require(object, "attitude_rad"), "attitude_rad");
  state.joints = read_array(require(object, "joints_rad"), "joints_rad", joint_count);
  const auto read_optional = [&](const char* key, int length) -> std::optional<JointVector> {
    const auto found = object.find(key);
    if (found == object.end()) return std::nullopt;
    return read_array(*found, key, length);
  };
  state.joint_rates = read_optional("joint_rates_rad_s", joint_count);
  state.torques = read_optional("torques_nm", joint_count).value_or(JointVector::Zero(joint_count));
  if (const auto position = read_optional("satellite_position_m", 2))
    state.satellite_position = position->head<2>();
  if (const auto velocity = read_optional("satellite_velocity_m_s", 2))
    state.satellite_velocity = velocity->head<2>();
  if (const auto wrench = read_optional("base_wrench", 3))
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
