#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/output/file_edits.h"
#include "app/output/identify_output.h"
#include "campaign/run_case.h"
#include "config/load/load_experiment.h"
#include "config/load/load_parts.h"
#include "replay/replay_controller.h"

namespace freefloat {

namespace {

struct IdentifyArguments {
  std::vector<std::string> logs;
  std::vector<std::string> hold{"total_mass"};
  double total_mass = 0.0;  // kg; 0: the file's
  std::string robot;
  std::string capture;
  std::string write;
  bool json = false;
};

bool same_masses(const RobotParameters& a, const RobotParameters& b) {
  if (a.joint_count() != b.joint_count() || a.satellite_mass != b.satellite_mass ||
      a.satellite_inertia != b.satellite_inertia || a.markers.size() != b.markers.size())
    return false;
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    if (a.links[i].mass != b.links[i].mass || a.links[i].inertia != b.links[i].inertia ||
        a.links[i].to_mass_centre != b.links[i].to_mass_centre)
      return false;
  }
  return true;
}

void find_ranges(const std::vector<MotionStretch>& stretches, IdentifyAnswer& answer) {
  const auto joints = static_cast<std::size_t>(answer.robot.joint_count());
  answer.ranges.assign(joints, 0.0);
  for (const MotionStretch& stretch : stretches) {
    const auto range_of = [&](auto value) {
      double least = value(stretch.front());
      double most = least;
      for (const BodyPoses& pose : stretch) {
        least = std::min(least, value(pose));
        most = std::max(most, value(pose));
      }
      return most - least;
    };
    for (std::size_t i = 0; i < joints; ++i)
      answer.ranges[i] =
          std::max(answer.ranges[i],
                   range_of([&](const BodyPoses& pose) { return pose.joint(static_cast<Eigen::Index>(i)); }));
    answer.satellite_range =
        std::max(answer.satellite_range, range_of([](const BodyPoses& pose) { return pose.angles[0]; }));
  }
}

CaptureOutcome try_capture(const std::string& path, const RobotParameters& file,
                           const RobotParameters& found) {
  RunConfig config = load_experiment(path, {"simulation.imaging.render=false"});
  if (!same_masses(config.controller.robot, file)) {
    throw std::runtime_error("--capture " + path +
                             ": runs another robot than the log's; name an experiment of " + file.name);
  }
  if (!config.sim.truth) config.sim.truth.emplace();
  config.sim.truth->robot = found;
  CaptureOutcome outcome;
  outcome.old_file = run_case(config);
  config.controller.robot = found;
  outcome.new_file = run_case(config);
  return outcome;
}

IdentifyAnswer identify(const IdentifyArguments& arguments) {
  IdentifyAnswer answer;
  std::vector<MotionStretch> stretches;
  for (const std::string& log : arguments.logs) {
    const RunConfig config = ControllerReplay(log, {}).config();
    RobotParameters robot = arguments.robot.empty() ? config.controller.robot : load_robot(arguments.robot);
    if (answer.robot.links.empty()) answer.robot = robot;
    if (!same_masses(answer.robot, robot)) {
      throw std::runtime_error(log + ": was made with another robot's file than " + arguments.logs.front() +
                               "; identify them one by one, or name one file with --robot");
    }
    auto series = read_motion(log, robot.joint_count(), static_cast<int>(robot.markers.size()));
    if (!series) throw std::runtime_error(series.error());
    for (MotionStretch& stretch : find_stretches(fit_body_poses(BodyGeometry(robot), *series)))
      stretches.push_back(std::move(stretch));
  }
  if (stretches.empty()) {
    throw std::runtime_error(
        "no stretch of 30 pictures or more in which the drives were on, nothing was held, and each body "
        "showed "
        "its LEDs where the robot's file has them: two on the satellite, one on each link");
  }
  const BodyGeometry geometry(answer.robot);
  BodyMasses file = masses_of(answer.robot, answer.robot);
  if (arguments.total_mass > 0.0) {
    const double share = arguments.total_mass / file.total();
    file.mass *= share;
    file.inertia *= share;
  }
  answer.fit = fit_momentum(geometry, stretches, momentum_parameters(geometry, file));
  auto solution = solve_masses(geometry, answer.fit, file, {arguments.hold});
  if (!solution) throw std::runtime_error(solution.error());
  answer.solution = *std::move(solution);
  answer.inconsistencies = find_inconsistencies(geometry, answer.solution.masses);
  find_ranges(stretches, answer);
  if (!arguments.capture.empty())
    answer.capture =
        try_capture(arguments.capture, answer.robot, with_masses(answer.robot, answer.solution.masses));
  return answer;
}

std::string interval_comment(const MassSolution& solution, const std::string& key) {
  for (const IdentifiedValue& value : solution.values) {
    if (value.key != key || value.held) continue;
    return value.told ? fmt::format("identified: {:.5g} to {:.5g} (95 %)", value.low, value.high)
                      : std::string("identified together with others, not told by itself");
  }
  return {};
}

/// What the robot's file says of it.
FileNote note_of(const IdentifyArguments& arguments, const MassSolution& solution) {
  FileNote note{"identify", fmt::format("{} of {} unknown combinations told\nheld: {}\n", solution.rank,
                                        solution.unknowns, fmt::join(arguments.hold, ", "))};
  for (const std::string& log : arguments.logs) note.body += "from " + log + "\n";
  return note;
}

void write_robot(const IdentifyArguments& arguments, const IdentifyAnswer& answer) {
  const std::string& path = arguments.write;
  if (!same_masses(load_robot(path), answer.robot)) {
    throw std::runtime_error("--write " + path +
                             ": has other numbers than the robot that was identified; nothing was written");
  }
  const RobotParameters found = with_masses(answer.robot, answer.solution.masses);
  std::vector<FileEdit> edits;
  const auto add = [&](const std::string& key, const std::vector<double>& before,
                       const std::vector<double>& now, const std::string& comment) {
    if (list_text(before) != list_text(now)) edits.push_back({key, list_text(now), comment});
  };
  const auto point = [](const Vector2& p) { return std::vector<double>{p.x(), p.y()}; };
  const auto told = [&](const std::string& key) { return interval_comment(answer.solution, key); };
  const RobotParameters& was = answer.robot;
  add("satellite.mass_kg", {was.satellite_mass}, {found.satellite_mass}, told("satellite.mass_kg"));
  add("satellite.inertia_kg_m2", {was.satellite_inertia}, {found.satellite_inertia},
      told("satellite.inertia_kg_m2"));
  add("satellite.to_joint_m", point(was.satellite_to_joint), point(found.satellite_to_joint), {});
  for (std::size_t i = 0; i < found.links.size(); ++i) {
    const std::string at = fmt::format("links[{}].", i);
    const LinkParameters& a = was.links[i];
    const LinkParameters& b = found.links[i];
    add(at + "mass_kg", {a.mass}, {b.mass}, told(at + "mass_kg"));
    add(at + "inertia_kg_m2", {a.inertia}, {b.inertia}, told(at + "inertia_kg_m2"));
    add(at + "to_mass_centre_m", point(a.to_mass_centre), point(b.to_mass_centre),
        told(at + "to_mass_centre_m.x"));
    add(at + "to_end_m", point(a.to_end), point(b.to_end), {});
  }
  for (std::size_t i = 0; i < found.markers.size(); ++i)
    add(fmt::format("markers[{}].position_m", i), point(was.markers[i].position),
        point(found.markers[i].position), {});
  edit_file(path, edits, note_of(arguments, answer.solution));
}

bool run_identify(const IdentifyArguments& arguments) {
  const IdentifyAnswer answer = identify(arguments);
  if (arguments.json) {
    std::cout << identification_json(answer).dump(2) << "\n";
  } else {
    print_identification(answer, arguments.hold, arguments.capture);
  }
  if (!arguments.write.empty()) write_robot(arguments, answer);
  return true;
}

}  // namespace

void add_identify_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "identify",
      "Masses, mass centres and inertias from logs of ordinary motion, by conservation of momentum",
      run_identify);
  command.footer(
      "Example: freefloat identify RUN.mcap --hold total_mass,mass_centres --write "
      "configs/robots/my_robot.yaml\n"
      "A free-floating robot's motion tells neither its total mass nor masses apart from mass centres: hold "
      "what is\n"
      "known from a balance or from drawings. Values: total_mass, masses, mass_centres, inertias, or keys of "
      "the\n"
      "robot's file such as links[0].mass_kg.");
  command.add_option("RUN.mcap", arguments.logs, "run logs of one robot").required();
  command.add_option("--hold", arguments.hold, "what is known and is not to be changed")
      .comma_separated()
      .show_default();
  command
      .add_option("--total-mass-kg", arguments.total_mass,
                  "of the whole robot, as weighed; default: the file's")
      .positive();
  command.add_option("--robot", arguments.robot, "robot file to begin with; default: the logs'");
  command.add_option(
      "--capture", arguments.capture,
      "experiment with a capture: simulated for the robot as found, with the old and the new file");
  command.add_option("--write", arguments.write, "robot file to put what was found into");
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

}  // namespace freefloat
