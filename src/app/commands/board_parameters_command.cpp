#include <fstream>
#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "config/load/load_testbed.h"
#include "hal/sim/servo_parameters_file.h"
#include "hal/sim/servo_tuning.h"

namespace freefloat {

namespace {

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
