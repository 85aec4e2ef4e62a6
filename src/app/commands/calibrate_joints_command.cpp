#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/command_line/messages.h"
#include "app/commands/commands.h"
#include "app/output/add_line.h"
#include "app/output/answer.h"
#include "app/output/expect_kind.h"
#include "app/output/file_edits.h"
#include "identification/drive_fit.h"
#include "replay/replay_controller.h"
#include "types/angle.h"

namespace freefloat {

namespace {

struct JointArguments {
  std::string log;
  std::string testbed;
  bool json = false;
};

/// What a board must believe of a joint's sensors and motor, in terms of `simulation.drives`.
struct DriveSettings {
  SensorSettings sensors;
  std::optional<MotorSettings> motor;  ///< none where it was not found
};

DriveSettings settings_of(const DriveParameters& drive, const JointSensors& sensors, const DriveFit& motor) {
  const SensorSettings now{drive.pot_range, drive.pot_offset, drive.pot_reversed, drive.tacho_range,
                           drive.tacho_reversed};
  return {corrected_settings(now, sensors),
          motor_settings(motor, {drive.gear_ratio, drive.supply_voltage, drive.viscous_friction})};
}

/// Keys of one drive, and their values as they are written.
std::vector<std::pair<std::string, std::string>> entries_of(const DriveSettings& settings) {
  const SensorSettings& s = settings.sensors;
  const auto number = [](double value) { return fmt::format("{:.6g}", value); };
  const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
  std::vector<std::pair<std::string, std::string>> entries{
      {"pot_range_deg", number(rad_to_deg(s.pot_range))},
      {"pot_offset_deg", number(rad_to_deg(s.pot_offset))},
      {"pot_reversed", flag(s.pot_reversed)},
      {"tacho_range_deg_s", number(rad_to_deg(s.tacho_range))},
      {"tacho_reversed", flag(s.tacho_reversed)}};
  if (settings.motor) {
    entries.emplace_back("torque_constant_nm_a", number(settings.motor->torque_constant));
    entries.emplace_back("resistance_ohm", number(settings.motor->resistance));
    entries.emplace_back("coulomb_friction_nm", number(settings.motor->coulomb_friction));
  }
  return entries;
}

std::string text_of(const DriveSettings& settings) {
  std::string text;
  for (const auto& [key, value] : entries_of(settings))
    text += (text.empty() ? "" : ", ") + key + ": " + value;
  return text;
}

void add_sensor(std::string& text, const char* name, const SensorFit& fit, const char* unit) {
  if (!fit.found) return add_line(text, "  {:<15}{}", name, fit.reason);
  text += fmt::format("  {:<15}offset {:+.3f} ± {:.3f} {}", name, rad_to_deg(fit.offset),
                      rad_to_deg(1.96 * fit.offset_sigma), unit);
  if (fit.scale_sigma > 0.0) {
    text += fmt::format(", scale {:.5f} ± {:.5f}{}, {:.1f} ms behind the pictures", std::abs(fit.scale),
                        1.96 * fit.scale_sigma, fit.scale < 0.0 ? ", REVERSED" : "", 1e3 * fit.late);
  }
  add_line(text, ", {:.3f} deg RMS left", rad_to_deg(fit.residual));
}

void add_drive(std::string& text, const DriveFit& fit) {
  if (!fit.found) return add_line(text, "  {:<15}{}", "motor", fit.reason);
  add_line(text,
           "  {:<15}{:.2f} ± {:.2f} N m at full duty, {:.4f} ± {:.4f} of it per rad/s, friction {:.4f} ± "
           "{:.4f} N m",
           "motor", fit.torque, 1.96 * fit.torque_sigma, fit.duty_per_rate, 1.96 * fit.duty_per_rate_sigma,
           fit.friction, 1.96 * fit.friction_sigma);
}

nlohmann::ordered_json sensor_json(const SensorFit& fit) {
  nlohmann::ordered_json json{{"found", fit.found}};
  if (!fit.reason.empty()) json["reason"] = fit.reason;
  if (!fit.found) return json;
  json["offset_deg"] = rad_to_deg(fit.offset);
  json["offset_sigma_deg"] = rad_to_deg(fit.offset_sigma);
  json["scale"] = fit.scale;
  json["scale_sigma"] = fit.scale_sigma;
  json["behind_pictures_ms"] = 1e3 * fit.late;
  json["residual_deg"] = rad_to_deg(fit.residual);
  return json;
}

nlohmann::ordered_json drive_json(const DriveFit& fit) {
  nlohmann::ordered_json json{{"found", fit.found}};
  if (!fit.found) {
    json["reason"] = fit.reason;
    return json;
  }
  json["torque_nm"] = fit.torque;
  json["torque_sigma_nm"] = fit.torque_sigma;
  json["duty_per_rad_s"] = fit.duty_per_rate;
  json["duty_per_rad_s_sigma"] = fit.duty_per_rate_sigma;
  json["friction_nm"] = fit.friction;
  json["friction_sigma_nm"] = fit.friction_sigma;
  json["residual_duty"] = fit.residual;
  return json;
}

nlohmann::ordered_json settings_json(const DriveSettings& settings) {
  nlohmann::ordered_json json;
  for (const auto& [key, value] : entries_of(settings)) json[key] = nlohmann::json::parse(value);
  return json;
}

/// A list of drives that has an entry a joint, for testbeds that have none.
std::string drives_text(const std::vector<DriveSettings>& all) {
  std::string text;
  for (const DriveSettings& settings : all) text += (text.empty() ? "[{" : ", {") + text_of(settings) + "}";
  return text + "]";
}

/// Whether a drive says nothing but what every drive says that is left out.
bool is_default_drive(const DriveParameters& drive) {
  const DriveParameters other;
  return drive.gear_ratio == other.gear_ratio && drive.supply_voltage == other.supply_voltage &&
         drive.torque_constant == other.torque_constant && drive.resistance == other.resistance &&
         drive.coulomb_friction == other.coulomb_friction &&
         drive.viscous_friction == other.viscous_friction && drive.converter_bits == other.converter_bits &&
         drive.pot_noise == other.pot_noise && drive.tacho_noise == other.tacho_noise &&
         drive.rotor_inertia == other.rotor_inertia && drive.servo_inertia == other.servo_inertia;
}

void write_settings(const std::string& testbed, const std::vector<DriveParameters>& drives,
                    const std::vector<DriveSettings>& all, const FileNote& note) {
  if (std::all_of(drives.begin(), drives.end(), is_default_drive)) {
    edit_file(testbed, {{"simulation.drives", drives_text(all), "sensors and motors calibrated from a log"}},
              note);
    return;
  }
  std::vector<FileEdit> edits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [key, value] : entries_of(all[i]))
      edits.push_back({fmt::format("simulation.drives[{}].{}", i, key), value});
  }
  edit_file(testbed, edits, note);
}

/// What the testbed's file says of it.
FileNote note_of(const std::string& log, const std::vector<JointSensors>& found,
                 const std::vector<DriveFit>& drives) {
  FileNote note{"calibrate joints", {}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    note.body +=
        fmt::format("joint {}: potentiometer's offset known to {:.3f} deg (95 %), {:.3f} deg RMS left\n",
                    i + 1, rad_to_deg(1.96 * found[i].pot.offset_sigma), rad_to_deg(found[i].pot.residual));
    if (drives[i].found)
      note.body += fmt::format("joint {}: motor's torque known to {:.1f} %, as the robot's masses are\n",
                               i + 1, 100.0 * 1.96 * drives[i].torque_sigma / drives[i].torque);
  }
  note.body += "from " + log + "\n";
  return note;
}

bool calibrate_joints(const JointArguments& arguments) {
  expect_kind("--write", arguments.testbed, "testbed");
  const RunConfig config = ControllerReplay(arguments.log, {}).config();
  const RobotParameters& robot = config.controller.robot;
  const auto series = value_or_throw(read_motion(arguments.log, robot.joint_count(),
                                                 static_cast<int>(robot.markers.size()), MovedBy::kAnything));
  const auto poses = fit_body_poses(BodyGeometry(robot), series);
  const std::vector<JointSensors> found = compare_joint_sensors(series, poses);
  std::vector<double> rotors;
  for (const DriveParameters& drive : config.sim.drives)
    rotors.push_back(drive.rotor_inertia * drive.gear_ratio * drive.gear_ratio);
  const std::vector<DriveFit> drives = fit_drives(robot, rotors, series, found);
  std::vector<DriveSettings> settings;
  nlohmann::ordered_json json{{"pictures", poses.size()}, {"joints", nlohmann::ordered_json::array()}};
  std::string text;
  bool all_moved = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    settings.push_back(settings_of(config.sim.drives[i], found[i], drives[i]));
    all_moved = all_moved && found[i].tacho.found;
    json["joints"].push_back({{"range_deg", rad_to_deg(found[i].range)},
                              {"potentiometer", sensor_json(found[i].pot)},
                              {"tachogenerator", sensor_json(found[i].tacho)},
                              {"motor", drive_json(drives[i])},
                              {"settings", settings_json(settings.back())}});
    add_line(text, "joint {}, moved through {:.0f} deg", i + 1, rad_to_deg(found[i].range));
    add_sensor(text, "potentiometer", found[i].pot, "deg");
    add_sensor(text, "tachogenerator", found[i].tacho, "deg/s");
    add_drive(text, drives[i]);
    add_line(text, "  simulation.drives: {}", text_of(settings.back()));
    if (!found[i].tacho.found)
      add_line(text, "  joint {} {}: {:.0f} deg or more are needed for its scales", i + 1,
               found[i].tacho.reason, rad_to_deg(kLeastSensorRange));
  }
  print_answer(arguments.json, json, text);
  if (!all_moved) {
    say_info(fmt::format(
        "jog each joint by {:.0f} deg or more and calibrate again; where the drives do not move it (a sensor "
        "reversed or far off), record a run with --readonly in which "
        "people move each joint by hand, `freefloat bring-up` writes by_hand.yaml for that",
        rad_to_deg(kLeastSensorRange)));
  }
  if (!arguments.testbed.empty() && !all_moved) {
    say_error(arguments.testbed + " is not written: a joint has moved too little, see above");
  } else if (!arguments.testbed.empty()) {
    write_settings(arguments.testbed, config.sim.drives, settings, note_of(arguments.log, found, drives));
  }
  return all_moved;
}

}  // namespace

void add_calibrate_joints_command(Command& calibrate) {
  auto [command, arguments] = calibrate.add_subcommand(
      "joints", "Offset, scale and direction of the joints' sensors, and their motors, from a jog run",
      calibrate_joints);
  command.footer(
      "Example: freefloat calibrate joints RUN.mcap --write configs/testbeds/my_testbed.yaml\n"
      "         freefloat board-parameters configs/testbeds/my_testbed.yaml --output my_board.c\n"
      "The log may be of a jog run or, where a sensor is reversed or far off and the drives cannot move the "
      "joint,\n"
      "of a run with --readonly in which people moved each joint by hand.\n"
      "Motors are found by the robot's masses; ask again after `identify` where these were not known. Gear, "
      "supply voltage\nand viscous friction count as the testbed has them.\n"
      "The settings count for the board that made the log: build it anew with what board-parameters prints.\n"
      "Exit code 1: a joint has moved too little; nothing is written then.");
  command.add_option("RUN.mcap", arguments.log, "run log").required();
  command.add_flag("--json", arguments.json, "print the result as JSON");
  command.add_option("--write", arguments.testbed, "testbed file to put simulation.drives into");
}

}  // namespace freefloat
