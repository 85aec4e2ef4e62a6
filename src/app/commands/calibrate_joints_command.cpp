#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/command_line/messages.h"
#include "app/commands/commands.h"
#include "app/output/expect_kind.h"
#include "app/output/file_edits.h"
#include "identification/joint_sensors.h"
#include "replay/replay_controller.h"
#include "types/angle.h"

namespace freefloat {

namespace {

struct JointArguments {
  std::string log;
  std::string testbed;
  bool json = false;
};

SensorSettings settings_of(const DriveParameters& drive) {
  return {drive.pot_range, drive.pot_offset, drive.pot_reversed, drive.tacho_range, drive.tacho_reversed};
}

void print_sensor(const char* name, const SensorFit& fit, const char* unit) {
  if (!fit.found) {
    std::cout << fmt::format("  {:<15}{}\n", name, fit.reason);
    return;
  }
  std::cout << fmt::format("  {:<15}offset {:+.3f} ± {:.3f} {}", name, rad_to_deg(fit.offset),
                           rad_to_deg(1.96 * fit.offset_sigma), unit);
  if (fit.scale_sigma > 0.0) {
    std::cout << fmt::format(", scale {:.5f} ± {:.5f}{}, {:.1f} ms behind the pictures", std::abs(fit.scale),
                             1.96 * fit.scale_sigma, fit.scale < 0.0 ? ", REVERSED" : "", 1e3 * fit.late);
  }
  std::cout << fmt::format(", {:.3f} deg RMS left\n", rad_to_deg(fit.residual));
}

void print_settings(const SensorSettings& settings) {
  std::cout << fmt::format(
      "  simulation.drives: pot_range_deg: {:.6g}, pot_offset_deg: {:.6g}, pot_reversed: {}, "
      "tacho_range_deg_s: "
      "{:.6g}, tacho_reversed: {}\n",
      rad_to_deg(settings.pot_range), rad_to_deg(settings.pot_offset), settings.pot_reversed,
      rad_to_deg(settings.tacho_range), settings.tacho_reversed);
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

nlohmann::ordered_json settings_json(const SensorSettings& settings) {
  return {{"pot_range_deg", rad_to_deg(settings.pot_range)},
          {"pot_offset_deg", rad_to_deg(settings.pot_offset)},
          {"pot_reversed", settings.pot_reversed},
          {"tacho_range_deg_s", rad_to_deg(settings.tacho_range)},
          {"tacho_reversed", settings.tacho_reversed}};
}

/// A list of drives that has an entry a joint, each a line, for testbeds that have none.
std::string drives_text(const std::vector<SensorSettings>& all) {
  std::string text;
  for (const SensorSettings& s : all) {
    text += fmt::format(
        "{}{{pot_range_deg: {:.6g}, pot_offset_deg: {:.6g}, pot_reversed: {}, tacho_range_deg_s: {:.6g}, "
        "tacho_reversed: {}}}",
        text.empty() ? "[" : ", ", rad_to_deg(s.pot_range), rad_to_deg(s.pot_offset), s.pot_reversed,
        rad_to_deg(s.tacho_range), s.tacho_reversed);
  }
  return text + "]";
}

/// Whether a drive says nothing but what every drive says that is left out.
bool is_default_drive(const DriveParameters& drive) {
  const DriveParameters other;
  return drive.gear_ratio == other.gear_ratio && drive.torque_constant == other.torque_constant &&
         drive.resistance == other.resistance && drive.converter_bits == other.converter_bits &&
         drive.pot_noise == other.pot_noise && drive.tacho_noise == other.tacho_noise &&
         drive.rotor_inertia == other.rotor_inertia && drive.servo_inertia == other.servo_inertia;
}

void write_settings(const std::string& testbed, const std::vector<DriveParameters>& drives,
                    const std::vector<SensorSettings>& all, const FileNote& note) {
  bool plain = true;
  for (const DriveParameters& drive : drives) plain = plain && is_default_drive(drive);
  if (plain) {
    edit_file(testbed, {{"simulation.drives", drives_text(all), "sensors calibrated from a log"}}, note);
    return;
  }
  std::vector<FileEdit> edits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string at = fmt::format("simulation.drives[{}].", i);
    edits.push_back({at + "pot_range_deg", fmt::format("{:.6g}", rad_to_deg(all[i].pot_range))});
    edits.push_back({at + "pot_offset_deg", fmt::format("{:.6g}", rad_to_deg(all[i].pot_offset))});
    edits.push_back({at + "pot_reversed", all[i].pot_reversed ? "true" : "false"});
    edits.push_back({at + "tacho_range_deg_s", fmt::format("{:.6g}", rad_to_deg(all[i].tacho_range))});
    edits.push_back({at + "tacho_reversed", all[i].tacho_reversed ? "true" : "false"});
  }
  edit_file(testbed, edits, note);
}

/// What the testbed's file says of it.
FileNote note_of(const std::string& log, const std::vector<JointSensors>& found) {
  FileNote note{"calibrate joints", {}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    note.body +=
        fmt::format("joint {}: potentiometer's offset known to {:.3f} deg (95 %), {:.3f} deg RMS left\n",
                    i + 1, rad_to_deg(1.96 * found[i].pot.offset_sigma), rad_to_deg(found[i].pot.residual));
  }
  note.body += "from " + log + "\n";
  return note;
}

bool calibrate_joints(const JointArguments& arguments) {
  expect_kind("--write", arguments.testbed, "testbed");
  const RunConfig config = ControllerReplay(arguments.log, {}).config();
  const RobotParameters& robot = config.controller.robot;
  auto series = read_motion(arguments.log, robot.joint_count(), static_cast<int>(robot.markers.size()),
                            MovedBy::kAnything);
  if (!series) throw std::runtime_error(series.error());
  const auto poses = fit_body_poses(BodyGeometry(robot), *series);
  const std::vector<JointSensors> found = compare_joint_sensors(*series, poses);
  std::vector<SensorSettings> settings;
  nlohmann::ordered_json json{{"pictures", poses.size()}, {"joints", nlohmann::ordered_json::array()}};
  bool all_moved = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    settings.push_back(corrected_settings(settings_of(config.sim.drives[i]), found[i]));
    all_moved = all_moved && found[i].tacho.found;
    json["joints"].push_back({{"range_deg", rad_to_deg(found[i].range)},
                              {"potentiometer", sensor_json(found[i].pot)},
                              {"tachogenerator", sensor_json(found[i].tacho)},
                              {"settings", settings_json(settings.back())}});
    if (arguments.json) continue;
    std::cout << fmt::format("joint {}, moved through {:.0f} deg\n", i + 1, rad_to_deg(found[i].range));
    print_sensor("potentiometer", found[i].pot, "deg");
    print_sensor("tachogenerator", found[i].tacho, "deg/s");
    print_settings(settings.back());
    if (!found[i].tacho.found) {
      std::cout << fmt::format("  joint {} {}: {:.0f} deg or more are needed for its scales\n", i + 1,
                               found[i].tacho.reason, rad_to_deg(kLeastSensorRange));
    }
  }
  if (arguments.json) {
    std::cout << json.dump(2) << "\n";
  } else {
    std::cout << "motor constants and friction: not in a run's log, which holds no motor currents\n";
  }
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
    write_settings(arguments.testbed, config.sim.drives, settings, note_of(arguments.log, found));
  }
  return all_moved;
}

}  // namespace

void add_calibrate_joints_command(Command& calibrate) {
  auto [command, arguments] = calibrate.add_subcommand(
      "joints", "Offset, scale and direction of the joints' sensors, against the pictures of a jog run",
      calibrate_joints);
  command.footer(
      "Example: freefloat calibrate joints RUN.mcap --write configs/testbeds/my_testbed.yaml\n"
      "         freefloat board-parameters configs/testbeds/my_testbed.yaml --output my_board.c\n"
      "The log may be of a jog run or, where a sensor is reversed or far off and the drives cannot move the "
      "joint,\n"
      "of a run with --readonly in which people moved each joint by hand.\n"
      "The settings count for the board that made the log: build it anew with what board-parameters prints.\n"
      "Exit code 1: a joint has moved too little; nothing is written then.");
  command.add_option("RUN.mcap", arguments.log, "run log").required();
  command.add_flag("--json", arguments.json, "print the result as JSON");
  command.add_option("--write", arguments.testbed, "testbed file to put simulation.drives into");
}

}  // namespace freefloat
