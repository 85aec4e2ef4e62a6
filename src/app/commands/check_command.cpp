#include <iostream>

#include "app/commands/commands.h"
#include "config_kinds/check_file.h"

namespace freefloat {

namespace {

bool check(const std::vector<std::string>& paths) {
  bool sound = true;
  for (const std::string& path : paths) {
    try {
      const std::string kind = check_file(path);
      std::cout << path << ": " << kind << ", sound\n";
    } catch (const ConfigError& error) {
      std::cerr << error.what() << "\n";
      sound = false;
    }
  }
  return sound;
}

}  // namespace

void add_check_command(Command& program) {
  auto [command, paths] =
      program.add_subcommand("check", "Validate configuration files and all files that they name", check);
  command.footer("Example: freefloat check configs/experiments/*.yaml");
  command
      .add_option("FILE", paths,
                  "robot, model, URDF, table, camera, calibration, testbed, simulation or experiment")
      .required()
      .configuration_file();
}

}  // namespace freefloat
