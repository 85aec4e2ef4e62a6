#include "config/load/load_robot.h"

#include "config/files/read_parts.h"

namespace freefloat {

RobotParameters load_robot(const std::string& path) {
  Loader loader;
  const auto robot = read_robot(loader, loader.open(path, nullptr));
  loader.problems.throw_if_any();
  return *robot;
}

}  // namespace freefloat
