#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "answers/model_answer.h"
#include "app/command_line/number_list.h"
#include "app/commands/commands.h"
#include "app/output/model_table.h"
#include "app/output/plain_zero.h"
#include "config/load/load_parts.h"
#include "spatial/answers/tree_answer.h"
#include "spatial/answers/virtual_manipulator_answer.h"
#include "spatial/config/load_tree.h"
#include "spatial/tree/planar_tree.h"

namespace freefloat {

namespace {

/// One key of a state as a flag: `--joint-rates-rad-s` for `joint_rates_rad_s`.
struct StateFlag {
  const char* flag;
  const char* key;
  bool scalar;
  const char* help;
};

constexpr std::array<StateFlag, 16> kStateFlags{{
    {"--attitude-rad", "attitude_rad", true, "Satellite attitude; default: zero"},
    {"--joints-rad", "joints_rad", false,
     "Joint angles, n numbers separated by commas, in the order of the links; default: zero"},
    {"--joint-rates-rad-s", "joint_rates_rad_s", false, "Joint rates, n numbers"},
    {"--satellite-position-m", "satellite_position_m", false,
     "Satellite mass centre x,y; default: the system's mass centre is the origin"},
    {"--satellite-velocity-m-s", "satellite_velocity_m_s", false,
     "Satellite velocity x,y; default: linear momentum zero"},
    {"--attitude-rate-rad-s", "attitude_rate_rad_s", true,
     "Satellite attitude rate; default: angular momentum zero"},
    {"--torques-nm", "torques_nm", false, "Joint torques, n numbers; default: zero"},
    {"--base-wrench", "base_wrench", false,
     "Force and moment fx,fy,mz in N and N m at the satellite's mass centre; default: zero"},
    {"--joint-accelerations-rad-s2", "joint_accelerations_rad_s2", false,
     "Spatial models: joint accelerations, n numbers; adds inverse dynamics"},
    {"--base-position-m", "base_position_m", false,
     "Spatial models: origin of the base x,y,z; default: zero"},
    {"--base-euler-zyx-rad", "base_euler_zyx_rad", false,
     "Spatial models: attitude Rz(d1) Ry(d2) Rx(d3); default: zero. Adds the explicit Lagrangian form"},
    {"--base-euler-xyz-rad", "base_euler_xyz_rad", false, "The same as Rx(d1) Ry(d2) Rz(d3)"},
    {"--base-velocity-m-s", "base_velocity_m_s", false,
     "Spatial models: of the base's origin x,y,z; default: momentum zero"},
    {"--base-angular-velocity-rad-s", "base_angular_velocity_rad_s", false,
     "Spatial models: of the base, table axes; default: momentum zero"},
    {"--base-force-n", "base_force_n", false, "Spatial models: on the base at its origin; default: zero"},
    {"--base-moment-nm", "base_moment_nm", false, "Spatial models: on the base; default: zero"},
}};

constexpr const char* kModelFooter =
    R"(A line of --states is one JSON object; each line gets one answer line, in order; a state that cannot be evaluated
gets {"error": "..."} and makes the exit code 1. Its keys:
  planar robots (configs/robots): attitude_rad, joints_rad [n] and, if wanted, joint_rates_rad_s [n],
    satellite_position_m [2], satellite_velocity_m_s [2], attitude_rate_rad_s, torques_nm [n], base_wrench [3]
  spatial models (configs/models, URDF): joints_rad [n] and, if wanted, joint_rates_rad_s [n], torques_nm [n],
    joint_accelerations_rad_s2 [n], base_position_m [3], base_euler_zyx_rad [3] or base_euler_xyz_rad [3] or
    base_rotation [3][3], base_velocity_m_s [3], base_angular_velocity_rad_s [3], base_force_n [3], base_moment_nm [3];
    of prismatic joints m, m/s, m/s^2 and N

Examples:
  freefloat model configs/robots/yoshida_umetani.yaml      (the robot at zero)
  freefloat model configs/robots/yoshida_umetani.yaml --attitude-rad 0.3 --joints-rad 0.5,-0.8
  freefloat model configs/robots/yoshida_umetani.yaml --attitude-rad 0.3 --joints-rad 0.5,-0.8 --json
  freefloat model configs/models/single_arm.yaml --workspace
  freefloat model configs/robots/yoshida_umetani.yaml --virtual-manipulator --attitude-rad 0.3 --joints-rad 0.5,-0.8
  freefloat model configs/models/single_arm.yaml --joints-rad 0,0.5,-1,0,1,0 --base-euler-zyx-rad 0.1,0.2,0.3
  echo '{"attitude_rad": 0.3, "joints_rad": [0.5, -0.8]}' | \
    freefloat model configs/robots/yoshida_umetani.yaml --states -)";

struct ModelOptions {
  std::string robot_path;
  std::string states_path;
  bool json = false;
  bool virtual_manipulator = false, workspace = false;  ///< these are asked for, and nothing else
  std::array<std::string, kStateFlags.size()> state_texts;
};

/// @return The number or the numbers between commas, as JSON.
nlohmann::json parse_flag(const StateFlag& flag, const std::string& text) {
  const auto list = parse_number_list(text);
  if (!list) throw StateError(std::string(flag.flag) + ": " + list.error());
  nlohmann::json numbers = *list;
  if (!flag.scalar) return numbers;
  if (numbers.size() != 1)
    throw StateError(std::string(flag.flag) + ": one number wanted, not '" + text + "'");
  return numbers[0];
}

/// A model and what evaluates it.
struct Subject {
  std::function<OrderedJson(const std::string&)> answer;  ///< to a state; throws StateError
  nlohmann::json at_zero;                                 ///< the posture, as far as it must be given
};

/// @return The state that the flags give; a posture that they leave out is at zero.
std::string state_from_flags(const Subject& subject, const ModelOptions& options) {
  nlohmann::json object = subject.at_zero;
  for (std::size_t i = 0; i < kStateFlags.size(); ++i) {
    if (!options.state_texts[i].empty())
      object[kStateFlags[i].key] = parse_flag(kStateFlags[i], options.state_texts[i]);
  }
  return object.dump();
}

nlohmann::json zeros(int count) {
  return std::vector<double>(count, 0.0);
}

TreeState place_planar(const TreeModel& tree, const RobotState& robot) {
  TreeState state(tree);
  state.p_WB.head<2>() = robot.p_WB;
  state.R_WB = rotation_from_vector({0.0, 0.0, robot.theta_WB});
  state.joints = robot.joints;
  return state;
}

/// @return The virtual manipulators and the workspaces, as far as they are asked for.
OrderedJson answer_floating(const TreeModel& tree, const TreeState& state, const ModelOptions& options) {
  OrderedJson answer;
  if (options.virtual_manipulator) answer["virtual_manipulator"] = answer_virtual_manipulators(tree, state);
  if (options.workspace) answer["workspace"] = answer_workspaces(tree);
  require_finite(answer);
  return answer;
}

/// @return What evaluates the file's model: planar robots and spatial models differ by their keys.
Subject load_model(const ModelOptions& options) {
  const std::string& path = options.robot_path;
  const bool floating = options.virtual_manipulator || options.workspace;
  if (is_tree_file(path)) {
    const TreeModel model(load_tree(path));
    return {[=](const std::string& line) {
              const TreeQuestion question = parse_tree_question(line, model);
              return floating ? answer_floating(model, question.state, options)
                              : answer_tree_question(model, question);
            },
            {{"joints_rad", zeros(model.joint_count())}}};
  }
  const RobotParameters robot = load_robot(path);
  const nlohmann::json at_zero{{"attitude_rad", 0.0}, {"joints_rad", zeros(robot.joint_count())}};
  if (!floating) {
    return {[subject = ModelSubject(robot)](const std::string& line) {
              return answer_model_state(subject, parse_model_state(line, subject.model.joint_count()));
            },
            at_zero};
  }
  return {[model = PlanarModel(robot), tree = TreeModel(tree_from_planar(robot)),
           options](const std::string& line) {
            const ModelState state = parse_model_state(line, model.joint_count());
            return answer_floating(tree, place_planar(tree, complete_state(model, state)), options);
          },
          at_zero};
}

std::string to_line(OrderedJson answer) {
  make_zeros_plain(answer);
  return answer.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

bool answer_flags(const Subject& subject, const ModelOptions& options) {
  try {
    OrderedJson answer = subject.answer(state_from_flags(subject, options));
    if (options.json) {
      std::cout << to_line(std::move(answer)) << '\n';
    } else {
      make_zeros_plain(answer);
      if (std::all_of(options.state_texts.begin(), options.state_texts.end(),
                      std::mem_fn(&std::string::empty)))
        std::cout << "No state is given: everything at zero and at rest.\n";
      print_model_table(std::cout, answer);
    }
    return true;
  } catch (const StateError& error) {
    if (options.json) {
      std::cout << to_line({{"error", error.what()}}) << '\n';
    } else {
      std::cerr << "freefloat model: " << error.what() << '\n';
    }
    return false;
  }
}

bool answer_lines(const Subject& subject, std::istream& lines) {
  bool all_answered = true;
  std::string line;
  while (std::cout && std::getline(lines, line)) {
    OrderedJson answer;
    try {
      answer = subject.answer(line);
    } catch (const StateError& error) {
      answer = {{"error", error.what()}};
      all_answered = false;
    }
    std::cout << to_line(answer) << '\n';
    if (&lines == &std::cin) std::cout.flush();  // a script may wait for the answer before it asks on
  }
  return all_answered;
}

bool run_model(const ModelOptions& options) {
  try {
    const Subject subject = load_model(options);
    if (options.states_path.empty()) return answer_flags(subject, options);
    if (options.states_path == "-") return answer_lines(subject, std::cin);
    std::ifstream file(options.states_path);
    if (!file) throw StateError(options.states_path + ": cannot be read; does the file of states exist?");
    const bool success = answer_lines(subject, file);
    if (file.bad()) throw StateError(options.states_path + ": reading failed; is it a file?");
    return success;
  } catch (const std::exception& error) {
    std::cerr << "freefloat model: " << error.what() << '\n';
    return false;
  }
}

}  // namespace

void add_model_command(Command& program) {
  auto [command, options] = program.add_subcommand(
      "model", "Evaluate a planar robot or a spatial model at given states", run_model);
  command.add_file("ROBOT", options.robot_path,
                   "Robot (configs/robots), spatial model (configs/models) or URDF");
  const Option states = command.add_option(
      "--states", options.states_path,
      "File with one state a line as JSON, instead of the options below; - for standard input");
  command.add_flag("--json", options.json, "Print JSON instead of a table; --states always does");
  command.add_flag("--virtual-manipulator", options.virtual_manipulator,
                   "Answer with the virtual manipulators of the end points instead (Dubowsky & Vafa 1987)");
  command.add_flag("--workspace", options.workspace,
                   "Answer with the distances instead that the end points can have from the mass centre: "
                   "reachable at some attitude, with the attitude kept, at every attitude");
  for (std::size_t i = 0; i < kStateFlags.size(); ++i) {
    command.add_option(kStateFlags[i].flag, options.state_texts[i], kStateFlags[i].help).excludes(states);
  }
  command.footer(kModelFooter);
}

}  // namespace freefloat
