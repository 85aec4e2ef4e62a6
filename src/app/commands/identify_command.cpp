#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/command_line/messages.h"
#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "app/output/expect_kind.h"
#include "app/output/identify_output.h"
#include "app/output/robot_edits.h"
#include "app/output/suggestion_output.h"
#include "campaign/run_case.h"
#include "config/load/load_experiment.h"
#include "config/load/load_parts.h"
#include "config/load/load_testbed.h"
#include "control/control_setup.h"
#include "drawing/page.h"
#include "identification/payload_fit.h"
#include "replay/replay_controller.h"

namespace freefloat {

namespace {

constexpr double kGuessedPayload = 1.0;  // kg, where the experiment assumes none

struct IdentifyArguments {
  std::vector<std::string> logs;
  std::vector<std::string> hold{"total_mass"};
  double total_mass = 0.0;  // kg; 0: the file's
  std::string robot;
  std::string capture;
  std::string write;
  std::string suggest;
  std::string testbed;
  double duration = 30.0;  // s
  bool payload = false;
  bool json = false;
};

/// What the hand holds, from one log.
bool identify_payload_of(const IdentifyArguments& arguments) {
  if (arguments.logs.size() != 1) throw std::runtime_error("--payload takes the log of one run");
  const std::string& log = arguments.logs.front();
  const RunConfig config = ControllerReplay(log, {}).config();
  const RobotParameters robot =
      arguments.robot.empty() ? config.controller.robot : load_robot(arguments.robot);
  const auto series = value_or_throw(read_motion(
      log, robot.joint_count(), static_cast<int>(robot.markers.size()), MovedBy::kDrives, Hand::kHolding));
  const PayloadParameters& assumed = config.controller.payload;
  const double guess = assumed.fixed || assumed.mass <= 0.0 ? kGuessedPayload : assumed.mass;
  const PayloadFit found = value_or_throw(identify_payload(robot, guess, series), log + ": ");
  if (!found.soundness.words.empty()) say_warning(found.soundness.words);
  print_answer(arguments.json, payload_json(found, assumed), payload_text(found, assumed));
  return found.soundness.sound;
}

void find_ranges(const std::vector<MotionStretch>& stretches, IdentifyAnswer& answer) {
  const std::size_t joints = answer.robot.joint_count();
  answer.ranges.assign(joints, 0.0);
  for (const MotionStretch& stretch : stretches) {
    const auto range_of = [&](auto value) {
      const auto [least, most] = std::minmax_element(
          stretch.begin(), stretch.end(), [&](const auto& a, const auto& b) { return value(a) < value(b); });
      return value(*most) - value(*least);
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

/// What a suggestion takes from the last log: limits, begin, and what the pictures are like.
struct LastLog {
  RunConfig config;
  ExpectedPictures pictures;
};

MotionSuggestion suggest(const IdentifyArguments& arguments, const IdentifyAnswer& answer,
                         const LastLog& last) {
  SuggestionQuestion question;
  question.file = answer.robot;
  question.masses = answer.solution.masses;
  question.told = answer.fit.information;
  question.noise = answer.fit.noise;
  question.held = {arguments.hold};
  question.pictures = last.pictures;
  question.limits = ControlSetup(last.config.controller).limits;
  const RobotState& start = last.config.sim.start;
  question.attitude = start.theta_WB;
  question.joints = start.joints;
  question.satellite = start.p_WB;
  question.duration = arguments.duration;
  return value_or_throw(suggest_motion(question), "--suggest: ");
}

/// @throws std::runtime_error when anything is to be made of values that are not to be believed.
void refuse_use(const IdentifyArguments& arguments, const std::string& why) {
  for (const auto& [option, value] : {std::pair{"--write", &arguments.write},
                                      {"--suggest", &arguments.suggest},
                                      {"--capture", &arguments.capture}}) {
    if (!value->empty())
      throw std::runtime_error(fmt::format("{} {}: nothing was done; {}", option, *value, why));
  }
}

IdentifyAnswer identify(const IdentifyArguments& arguments, std::optional<LastLog>& last) {
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
    const auto series =
        value_or_throw(read_motion(log, robot.joint_count(), static_cast<int>(robot.markers.size())));
    std::vector<MotionStretch> found = find_stretches(fit_body_poses(BodyGeometry(robot), series));
    if (!found.empty()) last.emplace(LastLog{config, expect_pictures(series, found)});
    std::move(found.begin(), found.end(), std::back_inserter(stretches));
  }
  if (stretches.empty()) {
    throw std::runtime_error(
        "no stretch of 30 pictures or more in which the drives were on, nothing was held, and each body "
        "showed its LEDs where the robot's file has them: two on the satellite, one on each link");
  }
  const BodyGeometry geometry(answer.robot);
  BodyMasses file = masses_of(answer.robot, answer.robot);
  if (arguments.total_mass > 0.0) {
    const double share = arguments.total_mass / file.total();
    file.mass *= share;
    file.inertia *= share;
  }
  answer.fit = fit_momentum(geometry, stretches, momentum_parameters(geometry, file));
  answer.solution = value_or_throw(solve_masses(geometry, answer.fit, file, {arguments.hold}));
  find_ranges(stretches, answer);
  answer.soundness = judge_fit(answer.fit);
  if (!answer.soundness.sound) {
    refuse_use(arguments, answer.soundness.words);
    withhold_intervals(answer.solution);
    return answer;
  }
  answer.inconsistencies = find_inconsistencies(geometry, answer.solution.masses);
  if (!arguments.capture.empty())
    answer.capture =
        try_capture(arguments.capture, answer.robot, with_masses(answer.robot, answer.solution.masses));
  return answer;
}

/// @return The testbed of the experiment that is written: the one asked for, else the logs', where it is
/// here.
std::string testbed_of(const IdentifyArguments& arguments, const RunConfig& config) {
  std::string path = arguments.testbed;
  if (path.empty() && config.sources.size() > 1) path = config.sources[1].path;
  if (!std::filesystem::exists(path)) {
    throw std::runtime_error("--suggest " + arguments.suggest + ": the testbed's file '" + path +
                             "' is not here; name the testbed of the new run with --testbed");
  }
  return path;
}

void write_suggestion(const IdentifyArguments& arguments, const MotionSuggestion& suggestion,
                      const RunConfig& config) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(arguments.suggest).parent_path();
  const std::string path = testbed_of(arguments, config);
  const std::string text = suggested_experiment(suggestion, load_testbed(path).file,
                                                fs::proximate(fs::absolute(path), folder).string());
  value_or_throw(write_page(text, arguments.suggest));
}

bool run_identify(const IdentifyArguments& arguments) {
  if (arguments.payload) return identify_payload_of(arguments);
  expect_kind("--write", arguments.write, "robot");
  std::optional<LastLog> last;
  IdentifyAnswer answer = identify(arguments, last);
  if (!arguments.suggest.empty()) {
    load_testbed(testbed_of(arguments, last->config));  // throws before the search, which takes its time
    answer.suggestion = suggest(arguments, answer, *last);
    write_suggestion(arguments, *answer.suggestion, last->config);
  }
  print_answer(arguments.json, identification_json(answer),
               identification_text(answer, arguments.hold, arguments.capture) +
                   (answer.suggestion ? suggestion_text(*answer.suggestion, arguments.suggest) : ""));
  if (!arguments.write.empty()) write_robot(arguments.write, answer, arguments.hold, arguments.logs);
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
  command.add_option("--suggest", arguments.suggest,
                     "write an experiment whose motion tells the most of what these logs leave open");
  command.add_option("--testbed", arguments.testbed,
                     "testbed of the suggested experiment; default: the last log's");
  command.add_option("--duration-s", arguments.duration, "of the suggested motion, in steps of about 3 s")
      .in_range(6.0, 120.0)
      .show_default();
  command.add_flag("--payload", arguments.payload,
                   "find what the hand holds instead, from 5 s of motion after a capture, the robot's own "
                   "masses taken as known");
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

}  // namespace freefloat
