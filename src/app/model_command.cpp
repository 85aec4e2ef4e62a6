#include "app/model_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "app/model_answer.h"
#include "app/model_table.h"
#include "config/load_robot.h"

namespace freefloat {

namespace {

/// One key of a state as a flag: `--joint-rates-rad-s` for `joint_rates_rad_s`.
struct StateFlag {
  const char* flag;
  const char* key;
  bool scalar;
  const char* help;
};

constexpr std::array<StateFlag, 8> kStateFlags{{
    {"--attitude-rad", "attitude_rad", true, "Satellite attitude"},
    {"--joints-rad", "joints_rad", false, "Joint angles, n numbers separated by commas"},
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
}};

constexpr const char* kFooter =
    R"(A line of --states is a JSON object with the keys attitude_rad, joints_rad [n] and, if wanted,
joint_rates_rad_s [n], satellite_position_m [2], satellite_velocity_m_s [2], attitude_rate_rad_s, torques_nm [n],
base_wrench [3]. Each line gets one answer line, in order; a state that cannot be evaluated gets {"error": "..."} and
makes the exit code 1.

Examples:
  freefloat model configs/robots/yoshida_umetani.yaml --attitude-rad 0.3 --joints-rad 0.5,-0.8
  freefloat model configs/robots/yoshida_umetani.yaml --attitude-rad 0.3 --joints-rad 0.5,-0.8 --json
  echo '{"attitude_rad": 0.3, "joints_rad": [0.5, -0.8]}' | \
    freefloat model configs/robots/yoshida_umetani.yaml --states -)";

struct ModelOptions {
  std::string robot_path;
  std::string states_path;
  bool json = false;
  std::array<std::string, kStateFlags.size()> state_texts;
};

/// @return The number or the numbers between commas, as JSON.
nlohmann::json parse_flag(const StateFlag& flag, const std::string& text) {
  nlohmann::json numbers = nlohmann::json::array();
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(' ', begin), end);
    const std::string item = text.substr(first, text.find_last_not_of(' ', end - 1) + 1 - first);
    double number = 0.0;
    const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), number);
    if (error != std::errc{} || stop != item.data() + item.size() || !std::isfinite(number)) {
      throw StateError(std::string(flag.flag) + ": '" + item + "' is not a finite number");
    }
    numbers.push_back(number);
    begin = end + 1;
  }
  if (!flag.scalar) return numbers;
  if (numbers.size() != 1)
    throw StateError(std::string(flag.flag) + ": one number wanted, not '" + text + "'");
  return numbers[0];
}

ModelState state_from_flags(const ModelOptions& options, int joint_count) {
  nlohmann::json object = nlohmann::json::object();
  for (std::size_t i = 0; i < kStateFlags.size(); ++i) {
    if (!options.state_texts[i].empty())
      object[kStateFlags[i].key] = parse_flag(kStateFlags[i], options.state_texts[i]);
  }
  return parse_model_state(object.dump(), joint_count);
}

std::string to_line(const OrderedJson& answer) {
  return answer.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

bool answer_flags(const ModelSubject& subject, const ModelOptions& options) {
  try {
    const ModelState state = state_from_flags(options, subject.model.joint_count());
    const OrderedJson answer = answer_model_state(subject, state);
    if (options.json) {
      std::cout << to_line(answer) << '\n';
    } else {
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

bool answer_lines(const ModelSubject& subject, std::istream& lines) {
  bool all_answered = true;
  std::string line;
  while (std::getline(lines, line)) {
    OrderedJson answer;
    try {
      answer = answer_model_state(subject, parse_model_state(line, subject.model.joint_count()));
    } catch (const StateError& error) {
      answer = {{"error", error.what()}};
      all_answered = false;
    }
    std::cout << to_line(answer) << '\n';
    if (&lines == &std::cin) std::cout.flush();  // a script may wait for the answer before it asks on
  }
  return all_answered;
}

int run_model(const ModelOptions& options) {
  try {
    const ModelSubject subject(load_robot(options.robot_path));
    bool success = false;
    if (options.states_path.empty()) {
      success = answer_flags(subject, options);
    } else if (options.states_path == "-") {
      success = answer_lines(subject, std::cin);
    } else {
      std::ifstream file(options.states_path);
      if (!file) throw StateError(options.states_path + ": cannot be read; does the file of states exist?");
      success = answer_lines(subject, file);
      if (file.bad()) throw StateError(options.states_path + ": reading failed; is it a file?");
    }
    if (!std::cout.flush()) throw StateError("standard output: writing failed");
    return success ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "freefloat model: " << error.what() << '\n';
    return 1;
  }
}

}  // namespace

void add_model_command(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<ModelOptions>();
  CLI::App* command = program.add_subcommand("model", "Evaluate the planar model at given states");
  command->add_option("ROBOT", options->robot_path, "Robot file (YAML)")->required();
  command->add_option(
      "--states", options->states_path,
      "File with one state a line as JSON, instead of the options below; - for standard input");
  command->add_flag("--json", options->json, "Print JSON instead of a table; --states always does");
  for (std::size_t i = 0; i < kStateFlags.size(); ++i) {
    command->add_option(kStateFlags[i].flag, options->state_texts[i], kStateFlags[i].help);
  }
  command->footer(kFooter);
  command->callback([options, &exit_code] {
    for (std::size_t i = 0; i < kStateFlags.size(); ++i) {
      if (!options->states_path.empty() && !options->state_texts[i].empty()) {
        throw CLI::ExcludesError("--states", kStateFlags[i].flag);
      }
    }
    exit_code = run_model(*options);
  });
}

}  // namespace freefloat
