#include "config/load/load_experiment.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "config/files/experiment_file.h"
#include "config/files/testbed_file.h"
#include "config/load/check_against_hardware.h"
#include "config/load/cross_check.h"
#include "config/load/loader.h"
#include "config/yaml/config_override.h"
#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// The documents of a run.
enum class Document : std::uint8_t { kExperiment, kTestbed, kRobot, kTable, kCamera };

/// An override and the document that it belongs to.
struct SortedOverride {
  Document document = Document::kExperiment;
  Override override_;
};

/// `robot.`, `table.` and `camera.` lead into these files; keys of a testbed into the testbed, all others
/// into the experiment.
SortedOverride sort_override(Override override_) {
  const std::string& path = override_.path;
  const std::size_t end = std::min(path.find_first_of(".["), path.size());
  const std::string first = path.substr(0, end);
  if (end < path.size() && path[end] == '.') {
    for (const auto& [name, document] :
         {std::pair("robot", Document::kRobot), {"table", Document::kTable}, {"camera", Document::kCamera}}) {
      if (first == name) {
        override_.path = path.substr(end + 1);
        return {document, std::move(override_)};
      }
    }
  }
  if (first != "name" && first != "description") {
    for (const Field<TestbedFile>& field : testbed_fields()) {
      if (field.key == first) {
        return {Document::kTestbed, std::move(override_)};
      }
    }
  }
  return {Document::kExperiment, std::move(override_)};
}

void apply_overrides(const std::vector<SortedOverride>& overrides, Document which, ConfigNode& document,
                     Loader& loader) {
  for (const SortedOverride& sorted : overrides) {
    if (sorted.document == which && sorted.override_.value.kind != NodeKind::kEmpty &&
        document.kind != NodeKind::kEmpty) {
      Override placed = sorted.override_;
      place_paths(placed.value, document.file,
                  [&](const std::string& path) { return loader.texts(path).has_value(); });
      apply_override(placed, document, loader.problems);
    }
  }
}

/// Opens the file that `key` of a document names. What is wrong with the value itself is found when the
/// document's fields are read.
ConfigNode open_named(Loader& loader, const ConfigNode& document, const char* key) {
  const ConfigNode* name = document.find(key);
  if (name == nullptr) {
    return {};
  }
  std::string path;
  Problems reported_elsewhere;
  read_path(*name, path, reported_elsewhere);
  return path.empty() ? ConfigNode() : loader.open(path, name);
}

RobotState start_state(const StartPose& start, const RobotParameters& robot) {
  RobotState state;
  state.theta_WB = start.attitude;
  state.joints = start.joints;
  state.joint_rates = JointVector::Zero(start.joints.size());
  const PlanarModel model(robot);
  const Vector2 p_GB = satellite_from_mass_centre(model, compute_posture(start.attitude, start.joints));
  state.p_WB = start.mass_centre ? Vector2(*start.mass_centre + p_GB) : *start.satellite_position;
  state.w_WB = start.attitude_rate;
  // The whole robot turns about its mass centre, which drifts.
  state.v_WB = start.velocity + start.attitude_rate * perpendicular(p_GB);
  return state;
}

PayloadParameters payload_of(const ExperimentFile& file) {
  if (file.payload) {
    return *file.payload;
  }
  PayloadParameters payload;
  payload.fixed = file.target.mount == TargetMount::kTable;
  if (file.target.mount == TargetMount::kFloating) {
    payload.mass = file.target.mass;
    payload.inertia = file.target.inertia;
  }
  return payload;
}

/// Puts together what the files say. Start and drives wait until it is known that they fit the robot.
RunConfig assemble(const ExperimentFile& experiment, const TestbedFile& testbed, const RobotParameters& robot,
                   const TableParameters& table, const CameraParameters& camera) {
  RunConfig run;
  run.experiment = experiment.experiment;
  complete_phases(run.experiment);
  run.testbed_name = testbed.name;
  run.controller = testbed.controller;
  run.controller.robot = robot;
  run.controller.table = table;
  run.controller.target_marker_count =
      experiment.target.mount == TargetMount::kNone ? 0 : static_cast<int>(experiment.target.markers.size());
  run.controller.payload = payload_of(experiment);
  run.controller.time_to_live = testbed.time_to_live.value_or(default_time_to_live(run.controller.period));
  run.camera = camera;
  run.vision = testbed.vision;
  run.sim = testbed.sim;
  run.hardware = testbed.hardware;
  run.recording = testbed.recording;
  run.sim.seed = experiment.seed;
  run.sim.target = experiment.target;
  run.sim.faults = experiment.faults;
  return run;
}

}  // namespace

RunConfig load_experiment(const std::string& path, const std::vector<std::string>& override_texts,
                          const ConfigTexts& texts) {
  Loader loader;
  loader.texts = texts;
  Problems& problems = loader.problems;
  std::vector<SortedOverride> overrides;
  for (const std::string& text : override_texts) {
    overrides.push_back(sort_override(parse_override(text, problems)));
  }

  // Each document names the next ones, so settings are laid over it before it is read.
  ConfigNode experiment_node = loader.open(path, nullptr);
  apply_overrides(overrides, Document::kExperiment, experiment_node, loader);
  const auto experiment = loader.read(experiment_node, experiment_fields(), check_experiment);

  ConfigNode testbed_node = open_named(loader, experiment_node, "testbed");
  const ConfigNode* settings = experiment_node.find("settings");
  if (settings != nullptr && settings->kind == NodeKind::kMap && testbed_node.kind == NodeKind::kMap) {
    merge_into(testbed_node, *settings);
  }
  apply_overrides(overrides, Document::kTestbed, testbed_node, loader);
  const auto testbed = loader.read(testbed_node, testbed_fields(), check_testbed);

  ConfigNode robot_node = open_named(loader, testbed_node, "robot");
  ConfigNode table_node = open_named(loader, testbed_node, "table");
  ConfigNode camera_node = open_named(loader, testbed_node, "camera");
  apply_overrides(overrides, Document::kRobot, robot_node, loader);
  apply_overrides(overrides, Document::kTable, table_node, loader);
  apply_overrides(overrides, Document::kCamera, camera_node, loader);
  const auto robot = loader.read_robot(robot_node);
  const auto table = loader.read_table(table_node);
  const auto camera = loader.read_camera(camera_node);
  problems.throw_if_any();

  RunConfig run = assemble(*experiment, *testbed, *robot, *table, *camera);
  const CrossCheckPlaces places{experiment_node, testbed_node, robot_node, table_node, camera_node};
  if (check_joint_counts(run, experiment->start.joints, places, problems)) {
    run.sim.start = start_state(experiment->start, *robot);
    const DriveParameters every_joint = run.sim.drives.empty() ? DriveParameters{} : run.sim.drives.front();
    run.sim.drives.resize(robot->links.size(), every_joint);
    check_together(run, places, problems);
    check_against_hardware(run, places, problems);
  }
  problems.throw_if_any();
  run.sources = std::move(loader.sources);
  for (const std::string& text : override_texts) {
    run.sources.push_back({"--set", text});
  }
  run.settings = override_texts;
  return run;
}

}  // namespace freefloat
