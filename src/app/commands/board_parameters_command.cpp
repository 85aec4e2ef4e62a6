#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/commands/commands.h"
#include "config/load/load_testbed.h"
#include "hal/sim/servo_tuning.h"

namespace freefloat {

namespace {

using Joint = ff_joint_parameters;

// In the order of the struct.
constexpr std::array kMembers{
    std::pair{"pot_urad_per_count_q10", &Joint::pot_urad_per_count_q10},
    std::pair{"pot_offset_urad", &Joint::pot_offset_urad},
    std::pair{"tacho_urad_s_per_count_q10", &Joint::tacho_urad_s_per_count_q10},
    std::pair{"current_ma_per_count_q10", &Joint::current_ma_per_count_q10},
    std::pair{"min_angle_urad", &Joint::min_angle_urad},
    std::pair{"max_angle_urad", &Joint::max_angle_urad},
    std::pair{"max_rate_urad_s", &Joint::max_rate_urad_s},
    std::pair{"max_acceleration_urad_s2", &Joint::max_acceleration_urad_s2},
    std::pair{"angle_margin_urad", &Joint::angle_margin_urad},
    std::pair{"overspeed_urad_s", &Joint::overspeed_urad_s},
    std::pair{"plausibility_urad", &Joint::plausibility_urad},
    std::pair{"tracking_urad_s", &Joint::tracking_urad_s},
    std::pair{"max_current_ma", &Joint::max_current_ma},
    std::pair{"rate_feedforward_uduty", &Joint::rate_feedforward_uduty},
    std::pair{"friction_feedforward_uduty", &Joint::friction_feedforward_uduty},
    std::pair{"acceleration_feedforward_uduty", &Joint::acceleration_feedforward_uduty},
    std::pair{"proportional_uduty", &Joint::proportional_uduty},
    std::pair{"stop_proportional_uduty", &Joint::stop_proportional_uduty},
    std::pair{"integral_uduty", &Joint::integral_uduty},
    std::pair{"hold_engage_urad", &Joint::hold_engage_urad},
    std::pair{"hold_release_urad", &Joint::hold_release_urad},
};
static_assert(sizeof(Joint) == 4 + sizeof(std::int32_t) * kMembers.size(), "a member is not written");

/// @param origin How the file was made, for its first line.
/// @return The C file that a board is built with (firmware-interface/boards/servo_parameters.h).
std::string write_servo_parameters(const ff_servo_parameters& parameters, const std::string& origin) {
  std::string text = "// Servo parameters of this board. Made by: " + origin + "\n";
  text += "#include \"boards/servo_parameters.h\"\n\n";
  text += "const struct ff_servo_parameters ff_servo_parameters = {\n";
  text += "    .joint_count = " + std::to_string(parameters.joint_count) + ",\n";
  text += "    .gripper_closing_ticks = " + std::to_string(parameters.gripper_closing_ticks) + ",\n";
  text += "    .joints =\n        {\n";
  for (int i = 0; i < parameters.joint_count; ++i) {
    const Joint& joint = parameters.joints[i];
    text += "            {\n";
    text += "                .converter_max = " + std::to_string(joint.converter_max) + ",\n";
    for (const auto& [name, member] : kMembers) {
      text += std::string("                .") + name + " = " + std::to_string(joint.*member) + ",\n";
    }
    text += "            },\n";
  }
  return text + "        },\n};\n";
}

struct BoardParametersArguments {
  std::string testbed;
  std::string output;
};

bool write_parameters(const BoardParametersArguments& arguments) {
  const LoadedTestbed testbed = load_testbed(arguments.testbed);
  const ff_servo_parameters parameters = tune_servo(testbed.robot, testbed.file.sim.drives);
  const std::string text =
      write_servo_parameters(parameters, "freefloat board-parameters " + arguments.testbed);
  if (arguments.output.empty()) {
    std::cout << text;
    return true;
  }
  std::ofstream file(arguments.output, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(arguments.output + ": cannot be written");
  return true;
}

}  // namespace

void add_board_parameters_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "board-parameters", "Print the C file with the servo parameters for a testbed's board",
      write_parameters);
  command.footer(
      "Example: freefloat board-parameters configs/testbeds/hil.yaml --output my_board.c\n"
      "         cmake --preset release -DFF_SERVO_PARAMETERS=$PWD/my_board.c\n"
      "Limits come from the robot's joints; gains from simulation.drives and the robot's masses.");
  command.add_file("TESTBED.yaml", arguments.testbed, "testbed file");
  command.add_option("--output", arguments.output, "write it here instead");
}

}  // namespace freefloat
