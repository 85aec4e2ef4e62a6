#include "app/output/simulate_output.h"

#include <fmt/format.h>

#include "answers/state_json.h"
#include "app/output/plain_zero.h"
#include "spatial/tree/attitude.h"
#include "types/angle.h"

namespace freefloat {

namespace {

std::string text_of(const Vector3& v) {
  return fmt::format("{:.6f}, {:.6f}, {:.6f}", plain_zero(v.x(), 6), plain_zero(v.y(), 6),
                     plain_zero(v.z(), 6));
}

bool turns(const TreeLink& link) {
  return link.joint.kind == JointKind::kRevolute;
}

/// @param prefix Of the keys.
void add_motion(nlohmann::ordered_json& json, const std::string& prefix, const Vector6& twist,
                const Vector6& acceleration) {
  json[prefix + "velocity_m_s"] = to_array(twist.head<3>());
  json[prefix + "angular_velocity_rad_s"] = to_array(twist.tail<3>());
  json[prefix + "acceleration_m_s2"] = to_array(acceleration.head<3>());
  json[prefix + "angular_acceleration_rad_s2"] = to_array(acceleration.tail<3>());
}

nlohmann::ordered_json state_to_json(const TreeParameters& tree, const SimulationSample& sample) {
  const TreeState& state = sample.state;
  nlohmann::ordered_json json{
      {"time_s", sample.time},
      {"base_position_m", to_array(state.p_WB)},
      {"base_rotation", to_rows(state.R_WB)},
      {"base_euler_zyx_rad", to_array(euler_from_rotation(EulerSequence::kZyx, state.R_WB))}};
  add_motion(json, "base_", join(state.v_WB, state.w_WB), sample.base_acceleration);
  if (tree.base_kind != BaseKind::kFree) {
    json["base_reaction_force_n"] = to_array(sample.base_reaction.head<3>());
    json["base_reaction_moment_nm"] = to_array(sample.base_reaction.tail<3>());
  }
  json["joints"] = json["end_points"] = nlohmann::ordered_json::array();
  for (int i = 0; i < tree.joint_count(); ++i) {
    const TreeLink& link = tree.links[i];
    json["joints"].push_back(
        {{"name", link.joint.name},
         {turns(link) ? "angle_rad" : "shift_m", state.joints[i]},
         {turns(link) ? "rate_rad_s" : "rate_m_s", state.joint_rates[i]},
         {turns(link) ? "acceleration_rad_s2" : "acceleration_m_s2", sample.joint_accelerations[i]},
         {turns(link) ? "torque_nm" : "force_n", sample.joint_forces[i]}});
  }
  for (std::size_t i = 0; i < sample.end_points.size(); ++i) {
    const Pose& pose = sample.end_points[i];
    const EndPointMotion& motion = sample.end_point_motions[i];
    nlohmann::ordered_json point{
        {"name", tree.end_points[i].name},
        {"position_m", to_array(pose.position)},
        {"rotation", to_rows(pose.rotation)},
        {"euler_zyx_rad", to_array(euler_from_rotation(EulerSequence::kZyx, pose.rotation))}};
    add_motion(point, "", motion.twist, motion.acceleration);
    if (motion.determinant) point["generalized_jacobian_determinant"] = *motion.determinant;
    json["end_points"].push_back(std::move(point));
  }
  json["mass_centre_m"] = to_array(sample.totals.p_WG);
  json["linear_momentum_ns"] = to_array(sample.totals.linear_momentum);
  json["angular_momentum_nms"] = to_array(sample.totals.angular_momentum);
  json["kinetic_energy_j"] = sample.totals.kinetic_energy;
  json["potential_energy_j"] = sample.totals.potential_energy;
  json["work_j"] = sample.work;
  return json;
}

nlohmann::ordered_json deviation_to_json(const TreeParameters& tree, const InverseThenForward& both) {
  nlohmann::ordered_json json{{"joints_rad_or_m", both.joints},
                              {"end_points", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < both.end_points.size(); ++i) {
    const PathDeviation& deviation = both.end_points[i];
    json["end_points"].push_back({{"name", tree.end_points[i].name},
                                  {"distance_m", deviation.distance},
                                  {"along_axes_m", to_array(deviation.position)},
                                  {"travel_m", to_array(deviation.travel)},
                                  {"angle_rad", deviation.angle}});
  }
  return json;
}

std::string format_deviation(const TreeParameters& tree, const InverseThenForward& both) {
  std::string text = fmt::format("left the motion     joints by {:.3g} rad or m\n", both.joints);
  for (std::size_t i = 0; i < both.end_points.size(); ++i) {
    const PathDeviation& deviation = both.end_points[i];
    text += fmt::format("  {:<18}by {:.3g} mm and {:.3g} deg;", tree.end_points[i].name,
                        1e3 * deviation.distance, rad_to_deg(deviation.angle));
    for (int axis = 0; axis < 3; ++axis) {
      if (deviation.travel[axis] < 1e-9) continue;
      text += fmt::format(" {} {:.3g} % of its {:.4g} m", "xyz"[axis],
                          100.0 * deviation.position[axis] / deviation.travel[axis], deviation.travel[axis]);
    }
    text += "\n";
  }
  return text;
}

std::string format_limits(const TreeParameters& tree, const SimulationResult& result) {
  std::string text;
  for (const LimitExcess& excess : find_limit_excesses(tree, result)) {
    const TreeLink& link = tree.links[excess.joint];
    text += fmt::format("beyond its limit    {} from {:.3g} s on; nothing stops it in this simulation\n",
                        link.joint.name, excess.time);
  }
  return text;
}

}  // namespace

std::string format_simulation(const SimulationOutput& output) {
  const TreeParameters& tree = output.config.tree;
  const SimulationResult& result = output.result;
  const StepCount& count = result.count;
  std::string text = fmt::format("{}: {} joints, {} samples\n", output.config.name, tree.joint_count(),
                                 result.samples.size());
  if (result.samples.empty()) return text;
  const SimulationSample& last = result.samples.back();
  const BalanceErrors errors = find_balance_errors(tree, result);
  text += fmt::format("simulated           {:.6g} of {:.6g} s in {} steps, {} more repeated shorter\n",
                      last.time, output.config.duration, count.steps, count.rejected);
  text += fmt::format("balance of energy   {:.2g} J (largest energy {:.4g} J)\n", errors.energy,
                      errors.largest_energy);
  if (tree.base_kind != BaseKind::kFixed) {
    text += fmt::format("balance of momenta  {:.2g} N s, {:.2g} N m s\n", errors.linear_momentum,
                        errors.angular_momentum);
  }
  if (tree.base_kind != BaseKind::kFree) {
    const LargestReaction largest = find_largest_reaction(result);
    text +=
        fmt::format("holding the base    at most {:.4g} N and {:.4g} N m\n", largest.force, largest.moment);
  }
  text += format_limits(tree, result);
  if (output.both != nullptr) text += format_deviation(tree, *output.both);
  if (output.mujoco) {
    const MujocoComparison& m = *output.mujoco;
    text += fmt::format(
        "MuJoCo, RK4, {:g} s  accelerations at the start within {:.2g} of {:.3g} (base), {:.2g} (joints)\n"
        "                    base within {:.2g} m, {:.2g} rad; joints {:.2g} rad or m; end points {:.2g} m\n",
        m.timestep, m.base_acceleration, m.largest_acceleration, m.joint_acceleration, m.base_position,
        m.base_angle, m.joints, m.end_points);
  }
  text += fmt::format("at {:.6g} s\n", last.time);
  text += fmt::format("  base              {} m; turned by {} deg\n", text_of(last.state.p_WB),
                      text_of(vector_from_rotation(last.state.R_WB) * rad_to_deg(1.0)));
  for (int i = 0; i < tree.joint_count(); ++i) {
    const TreeLink& link = tree.links[i];
    const double scale = turns(link) ? rad_to_deg(1.0) : 1.0;
    text += fmt::format("  {:<18}{:.6f} {}, {:.6f} {}, {:.4g} {}\n", link.joint.name,
                        plain_zero(scale * last.state.joints[i], 6), turns(link) ? "deg" : "m",
                        plain_zero(scale * last.state.joint_rates[i], 6), turns(link) ? "deg/s" : "m/s",
                        plain_zero(last.joint_forces[i]), turns(link) ? "N m" : "N");
  }
  for (std::size_t i = 0; i < last.end_points.size(); ++i) {
    text += fmt::format("  {:<18}{} m\n", tree.end_points[i].name, text_of(last.end_points[i].position));
  }
  return text;
}

nlohmann::ordered_json simulation_to_json(const SimulationOutput& output) {
  const TreeParameters& tree = output.config.tree;
  const SimulationResult& result = output.result;
  const BalanceErrors errors = find_balance_errors(tree, result);
  nlohmann::ordered_json json{{"name", output.config.name},
                              {"model", tree.name},
                              {"duration_s", output.config.duration},
                              {"steps", result.count.steps},
                              {"rejected_steps", result.count.rejected},
                              {"evaluations", result.count.evaluations},
                              {"energy_error_j", errors.energy},
                              {"largest_energy_j", errors.largest_energy},
                              {"linear_momentum_error_ns", errors.linear_momentum},
                              {"angular_momentum_error_nms", errors.angular_momentum},
                              {"beyond_limits", nlohmann::ordered_json::array()}};
  if (tree.base_kind != BaseKind::kFree) {
    const LargestReaction largest = find_largest_reaction(result);
    json["largest_base_reaction_n"] = largest.force;
    json["largest_base_reaction_nm"] = largest.moment;
  }
  for (const LimitExcess& excess : find_limit_excesses(tree, result)) {
    json["beyond_limits"].push_back(
        {{"joint", tree.links[excess.joint].joint.name}, {"time_s", excess.time}});
  }
  if (!result.failure.empty()) json["failure"] = result.failure;
  if (output.both != nullptr) json["deviation"] = deviation_to_json(tree, *output.both);
  if (output.mujoco) {
    const MujocoComparison& m = *output.mujoco;
    json["mujoco"] = {{"timestep_s", m.timestep},
                      {"base_acceleration_difference", m.base_acceleration},
                      {"joint_acceleration_difference", m.joint_acceleration},
                      {"largest_acceleration", m.largest_acceleration},
                      {"base_position_difference_m", m.base_position},
                      {"base_angle_difference_rad", m.base_angle},
                      {"joint_difference_rad_or_m", m.joints},
                      {"end_point_difference_m", m.end_points}};
  }
  if (!result.samples.empty()) {
    json["start"] = state_to_json(tree, result.samples.front());
    json["final"] = state_to_json(tree, result.samples.back());
  }
  return json;
}

}  // namespace freefloat
