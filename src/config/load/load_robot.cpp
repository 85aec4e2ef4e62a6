#include "config/load/load_robot.h"

#include "config/load/loader.h"

namespace freefloat {

RobotParameters load_robot(const std::string& path) {
  Loader loader;
  const auto robot = loader.read_robot(loader.open(path, nullptr));
  loader.problems.throw_if_any();
  return *robot;
}

}  // namespace freefloat
