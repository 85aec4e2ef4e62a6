#include "config/load/read_truth.h"

#include <algorithm>
#include <string>

#include "config/fields/unit.h"
#include "config/files/read_parts.h"
#include "config/files/sim_testbed_fields.h"
#include "config/load/cross_check.h"
#include "config/yaml/config_override.h"

namespace freefloat {

namespace {

/// @return The value of `key` in the section `truth`; null: there is none.
const ConfigNode* truth_value(const ConfigNode& testbed, const char* key) {
  const ConfigNode* simulation = testbed.find("simulation");
  const ConfigNode* truth = simulation == nullptr ? nullptr : simulation->find("truth");
  return truth == nullptr ? nullptr : truth->find(key);
}

/// @param believed The document that the controller's side was read from.
ConfigNode lay_over(Loader& loader, const ConfigNode& believed, const ConfigNode& given) {
  if (given.kind == NodeKind::kScalar) {
    std::string path;
    read_path(given, path, loader.problems);
    return path.empty() ? ConfigNode() : loader.open(path, &given);
  }
  ConfigNode document = believed;
  for (std::size_t i = 0; i < given.keys.size(); ++i) {
    ConfigNode* const old = document.find(given.keys[i]);
    if (old != nullptr && given.items[i].kind == NodeKind::kMap) {
      merge_into(*old, given.items[i]);
    } else {
      apply_override({given.keys[i], given.items[i]}, document, loader.problems);
    }
  }
  return document;
}

}  // namespace

void read_truth(Loader& loader, TestbedReading& reading, const DocumentChange& change) {
  if (!reading.testbed) return;
  std::optional<TruthConfig>& truth = reading.testbed->sim.truth;
  const auto read = [&](const char* key, Document which, const ConfigNode& believed, bool is_sound,
                        auto reader, auto member) {
    if (!is_sound) return;  // its problems are known
    const ConfigNode* given = truth_value(reading.testbed_node, key);
    ConfigNode document = given == nullptr ? believed : lay_over(loader, believed, *given);
    const bool changed = change(which, document);
    if (given == nullptr && !changed) return;
    if (!truth) truth.emplace();
    (*truth).*member = reader(loader, document);
  };
  read("robot", Document::kTrueRobot, reading.robot_node, reading.robot.has_value(), read_robot,
       &TruthConfig::robot);
  read("table", Document::kTrueTable, reading.table_node, reading.table.has_value(), read_table,
       &TruthConfig::table);
  read("camera", Document::kTrueCamera, reading.camera_node, reading.camera.has_value(), read_camera,
       &TruthConfig::camera);
}

void complete_drives(const TestbedReading& reading, SimConfig& sim, Problems& problems) {
  const std::size_t count = reading.robot->links.size();
  sim.drives.resize(count, sim.drives.empty() ? DriveParameters{} : sim.drives.front());
  const ConfigNode* given = truth_value(reading.testbed_node, "drives");
  if (given == nullptr || !sim.truth) return;
  if (!check_joint_list(*given, std::ssize(given->items), std::ssize(sim.drives), true, problems)) return;
  sim.truth->drives = sim.drives;
  for (std::size_t i = 0; i < count; ++i) {
    Problems of_joint;
    read_fields(given->items[std::min(i, given->items.size() - 1)], drive_fields(), sim.truth->drives[i],
                i < given->items.size() ? problems : of_joint);
  }
}

void check_truth(const RunConfig& run, const TestbedReading& reading, Problems& problems) {
  if (!run.sim.truth) return;
  const TruthConfig& truth = *run.sim.truth;
  const auto place = [&](const char* key) -> const ConfigNode& {
    const ConfigNode* value = truth_value(reading.testbed_node, key);
    return value != nullptr ? *value : reading.testbed_node;
  };
  const RobotParameters& robot = run.controller.robot;
  if (truth.robot && truth.robot->joint_count() != robot.joint_count()) {
    problems.add_at(place("robot"), "the true robot has another number of joints",
                    std::to_string(robot.joint_count()) + ", as in the robot's file");
  } else if (truth.robot && truth.robot->markers.size() != robot.markers.size()) {
    problems.add_at(place("robot"), "the true robot has another number of LEDs",
                    std::to_string(robot.markers.size()) + ", as in the robot's file");
  }
  const CameraParameters& camera = truth.camera ? *truth.camera : run.camera;
  if (truth.delays.stamp > camera.latency) {
    problems.add_at(
        place("delays"), "a picture's time stamp would be of the future",
        "stamp_ms of at most the camera's latency_ms, " + format_number(to_seconds(camera.latency) * 1e3));
  }
}

}  // namespace freefloat
