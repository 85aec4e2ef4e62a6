#include "runtime/log_truth.h"

#include <fmt/format.h>

#include "hal/sim/true_world.h"
#include "runlog/run_topics.h"
#include "types/angle.h"

namespace freefloat {

namespace {

using Values = McapTextMap;

std::string all_digits(double value) {
  return fmt::format("{}", value);
}

std::string point_text(const Vector2& point) {
  return fmt::format("[{}, {}]", point.x(), point.y());
}

std::string triple(const Eigen::Vector3d& v) {
  return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z());
}

void describe_robot(const RobotParameters& robot, Values& values) {
  values["robot.satellite.mass_kg"] = all_digits(robot.satellite_mass);
  values["robot.satellite.inertia_kg_m2"] = all_digits(robot.satellite_inertia);
  values["robot.satellite.to_joint_m"] = point_text(robot.satellite_to_joint);
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const LinkParameters& link = robot.links[i];
    const std::string at = fmt::format("robot.links[{}].", i);
    values[at + "mass_kg"] = all_digits(link.mass);
    values[at + "inertia_kg_m2"] = all_digits(link.inertia);
    values[at + "to_mass_centre_m"] = point_text(link.to_mass_centre);
    values[at + "to_end_m"] = point_text(link.to_end);
  }
  for (std::size_t i = 0; i < robot.markers.size(); ++i) {
    const std::string at = fmt::format("robot.markers[{}].", i);
    values[at + "position_m"] = point_text(robot.markers[i].position);
    values[at + "height_m"] = all_digits(robot.markers[i].height);
  }
}

void describe_camera(const CameraParameters& camera, Values& values) {
  values["camera.focal_length_px"] = point_text({camera.fx, camera.fy});
  values["camera.principal_point_px"] = point_text({camera.cx, camera.cy});
  std::string terms;
  for (const double term : camera.distortion) terms += (terms.empty() ? "[" : ", ") + all_digits(term);
  values["camera.distortion"] = terms + "]";
  values["camera.position_m"] = triple(camera.p_WC);
  values["camera.rotation_deg"] = triple(camera.rpy_WC.unaryExpr([](double a) { return rad_to_deg(a); }));
  values["camera.rate_hz"] = all_digits(camera.rate);
  values["camera.latency_ms"] = all_digits(1e3 * to_seconds(camera.latency));
}

void describe_drives(const std::vector<DriveParameters>& drives, Values& values) {
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const DriveParameters& drive = drives[i];
    const std::string at = fmt::format("drives[{}].", i);
    values[at + "gear_ratio"] = all_digits(drive.gear_ratio);
    values[at + "torque_constant_nm_a"] = all_digits(drive.torque_constant);
    values[at + "resistance_ohm"] = all_digits(drive.resistance);
    values[at + "rotor_inertia_kg_m2"] = all_digits(drive.rotor_inertia);
    values[at + "coulomb_friction_nm"] = all_digits(drive.coulomb_friction);
    values[at + "viscous_friction_nm_s"] = all_digits(drive.viscous_friction);
    values[at + "pot_range_deg"] = all_digits(rad_to_deg(drive.pot_range));
    values[at + "pot_offset_deg"] = all_digits(rad_to_deg(drive.pot_offset));
    values[at + "pot_reversed"] = drive.pot_reversed ? "true" : "false";
    values[at + "tacho_range_deg_s"] = all_digits(rad_to_deg(drive.tacho_range));
    values[at + "tacho_reversed"] = drive.tacho_reversed ? "true" : "false";
  }
}

}  // namespace

McapMetadata describe_truth(const RunConfig& config) {
  const TrueWorld world =
      draw_world(config.sim, config.controller.robot, config.controller.table, config.camera);
  McapMetadata metadata{std::string(kTruthMetadata), {}};
  describe_robot(world.robot, metadata.values);
  describe_camera(world.camera, metadata.values);
  metadata.values["table.size_m"] = point_text(world.table.size);
  describe_drives(world.sim.drives, metadata.values);
  const TruthDelays& delays = config.sim.truth->delays;
  const auto ms = [](Duration delay) { return all_digits(1e3 * to_seconds(delay)); };
  metadata.values["delays.to_board_ms"] = ms(delays.to_board.value_or(config.sim.link.latency));
  metadata.values["delays.to_pc_ms"] = ms(delays.to_pc.value_or(config.sim.link.latency));
  metadata.values["delays.stamp_ms"] = ms(delays.stamp);
  metadata.values["seed"] = std::to_string(config.sim.seed);
  return metadata;
}

}  // namespace freefloat
