#include "config/load/load_testbed.h"

#include "config/load/loader.h"

namespace freefloat {

LoadedTestbed load_testbed(const std::string& path) {
  Loader loader;
  const ConfigNode node = loader.open(path, nullptr);
  const auto file = loader.read(node, testbed_fields(), check_testbed);
  loader.problems.throw_if_any();
  const auto robot = loader.read_robot(loader.open(file->robot, node.find("robot")));
  const auto table = loader.read_table(loader.open(file->table, node.find("table")));
  const auto camera = loader.read_camera(loader.open(file->camera, node.find("camera")));
  loader.problems.throw_if_any();

  LoadedTestbed testbed{*file, *robot, *table, *camera};
  std::vector<DriveParameters>& drives = testbed.file.sim.drives;
  const std::size_t count = robot->links.size();
  if (drives.size() > 1 && drives.size() != count) {
    loader.problems.add_at(*node.find("simulation")->find("drives"),
                           "is a list of " + std::to_string(drives.size()) + ", but the robot has " +
                               std::to_string(count) + " joints",
                           "one entry for all joints, or a list of " + std::to_string(count));
    loader.problems.throw_if_any();
  }
  drives.resize(count, drives.empty() ? DriveParameters{} : drives.front());
  return testbed;
}

}  // namespace freefloat
