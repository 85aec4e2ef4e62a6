#include "config/load/load_testbed.h"

#include "config/files/read_parts.h"
#include "config/load/based_on.h"

namespace freefloat {

ConfigNode open_testbed(Loader& loader, const std::string& path, const ConfigNode* referrer) {
  ConfigNode node = loader.open(path, referrer);
  if (node.find(kBasedOn) == nullptr) return node;
  const std::size_t kept = loader.sources.size() - 1;
  node = lay_over_base(loader, std::move(node));
  loader.sources[kept].text = flat_text(node, schema_of(testbed_fields()));
  return node;
}

TestbedReading read_testbed(Loader& loader, ConfigNode testbed,
                            const std::function<void(Document, ConfigNode&)>& change) {
  TestbedReading reading;
  const auto changed = [&](Document which, ConfigNode node) {
    change(which, node);
    return node;
  };
  reading.testbed_node = changed(Document::kTestbed, std::move(testbed));
  reading.testbed = loader.read(reading.testbed_node, testbed_fields(), check_testbed);
  reading.robot_node = changed(Document::kRobot, loader.open_named(reading.testbed_node, "robot"));
  reading.table_node = changed(Document::kTable, loader.open_named(reading.testbed_node, "table"));
  reading.camera_node = changed(Document::kCamera, loader.open_named(reading.testbed_node, "camera"));
  reading.robot = read_robot(loader, reading.robot_node);
  reading.table = read_table(loader, reading.table_node);
  reading.camera = read_camera(loader, reading.camera_node);
  return reading;
}

LoadedTestbed load_testbed(const std::string& path) {
  Loader loader;
  TestbedReading reading = read_testbed(loader, open_testbed(loader, path, nullptr));
  loader.problems.throw_if_any();

  LoadedTestbed testbed{*std::move(reading.testbed), *reading.robot, *reading.table, *reading.camera};
  std::vector<DriveParameters>& drives = testbed.file.sim.drives;
  const std::size_t count = testbed.robot.links.size();
  if (drives.size() > 1 && drives.size() != count) {
    loader.problems.add_at(*reading.testbed_node.find("simulation")->find("drives"),
                           "is a list of " + std::to_string(drives.size()) + ", but the robot has " +
                               std::to_string(count) + " joints",
                           "one entry for all joints, or a list of " + std::to_string(count));
    loader.problems.throw_if_any();
  }
  drives.resize(count, drives.empty() ? DriveParameters{} : drives.front());
  return testbed;
}

}  // namespace freefloat
