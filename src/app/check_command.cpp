#include "app/check_command.h"

#include <iostream>
#include <memory>

#include "config/check_file.h"

namespace freefloat {

namespace {

bool check(const std::vector<std::string>& paths) {
  bool sound = true;
  for (const std::string& path : paths) {
    try {
      std::cout << path << ": " << check_file(path) << ", sound\n";
    } catch (const ConfigError& error) {
      std::cerr << error.what() << "\n";
      sound = false;
    }
  }
  return sound;
}

}  // namespace

void add_check_command(CLI::App& program, int& exit_code) {
  auto paths = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      program.add_subcommand("check", "Validate configuration files and all files that they name");
  command->footer("Example: freefloat check configs/experiments/*.yaml");
  command->add_option("FILE", *paths, "robot, table, camera, testbed or experiment")->required();
  command->callback([paths, &exit_code] { exit_code = check(*paths) ? 0 : 1; });
}

}  // namespace freefloat
