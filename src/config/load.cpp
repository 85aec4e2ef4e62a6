#include "config/load.h"

#include <array>
#include <optional>

#include "config/camera_file.h"
#include "config/config_override.h"
#include "config/controller_fields.h"
#include "config/cross_check.h"
#include "config/experiment_file.h"
#include "config/parse_yaml.h"
#include "config/robot_file.h"
#include "config/testbed_file.h"
#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Reads files and remembers their text and what is wrong with them.
struct Loader {
  Problems problems;
  std::vector<ConfigSource> sources;

  /// @param referrer The value that names the file; null: the user.
  /// @return The document; empty when it could not be read.
  ConfigNode open(const std::string& path, const ConfigNode* referrer, const YamlRules& rules = {}) {
    std::string text;
    if (!read_config_text(path, referrer, text, problems)) {
      return {};
    }
    ConfigNode node = parse_yaml(text, path, rules, problems);
    sources.push_back({path, std::move(text)});
    return node;
  }

  /// Reads the fields of a document and, when they are all good, what `check` has to say.
  template <typename T, typename Check>
  std::optional<T> read(const ConfigNode& node, const Fields<T>& fields, Check check) {
    if (node.kind == NodeKind::kEmpty) {
      return std::nullopt;
    }
    T value{};
    const std::size_t before = problems.count();
    read_fields(node, fields, value, problems);
    if (problems.count() == before) {
      check(value, node, problems);
    }
    return problems.count() == before ? std::optional<T>(std::move(value)) : std::nullopt;
  }

  std::optional<RobotParameters> read_robot(const ConfigNode& node) {
    return read(node, robot_fields(), check_robot);
  }

  std::optional<TableParameters> read_table(const ConfigNode& node) {
    return read(node, table_fields(), [](const TableParameters&, const ConfigNode&, Problems&) {});
  }

  std::optional<CameraParameters> read_camera(const ConfigNode& node) {
    auto file = read(node, camera_fields(), check_camera);
    if (!file) {
      return std::nullopt;
    }
    if (!file->calibration.empty()) {
      const ConfigNode lens = open(file->calibration, node.find("calibration"), {.tags_allowed = true});
      const std::size_t before = problems.count();
      if (lens.kind != NodeKind::kEmpty) {
        read_calibration(lens, file->camera, problems);
      }
      if (lens.kind == NodeKind::kEmpty || problems.count() != before) {
        return std::nullopt;
      }
    }
    return file->camera;
  }
};

/// The documents of a run, settings of the experiment and of the command line laid over them.
struct Documents {
  ConfigNode experiment;
  ConfigNode testbed;
  ConfigNode robot;
  ConfigNode table;
  ConfigNode camera;
};

/// Sorts the overrides by the document that they belong to: `robot.`, `table.` and `camera.` lead into these
/// files, keys of a testbed into the testbed, all others into the experiment.
void apply_overrides(const std::vector<Override>& overrides, Documents& documents, Problems& problems,
                     bool files) {
  for (const Override& override_ : overrides) {
    if (override_.value.kind == NodeKind::kEmpty) {
      continue;
    }
    const std::size_t end = std::min(override_.path.find_first_of(".["), override_.path.size());
    const std::string first = override_.path.substr(0, end);
    const bool leads_on = end < override_.path.size() && override_.path[end] == '.';
    ConfigNode* document = &documents.experiment;
    Override inner = override_;
    bool in_file = false;
    const std::array<std::pair<const char*, ConfigNode*>, 3> named = {
        {{"robot", &documents.robot}, {"table", &documents.table}, {"camera", &documents.camera}}};
    for (const auto& [name, node] : named) {
      if (first == name && leads_on) {
        document = node;
        inner.path = override_.path.substr(end + 1);
        in_file = true;
      }
    }
    if (!in_file && first != "name" && first != "description") {
      for (const Field<TestbedFile>& field : testbed_fields()) {
        if (field.key == first) {
          document = &documents.testbed;
        }
      }
    }
    if (in_file == files && document->kind != NodeKind::kEmpty) {
      apply_override(inner, *document, problems);
    }
  }
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

}  // namespace

RobotParameters load_robot(const std::string& path) {
  Loader loader;
  const auto robot = loader.read_robot(loader.open(path, nullptr));
  loader.problems.throw_if_any();
  return *robot;
}

TableParameters load_table(const std::string& path) {
  Loader loader;
  const auto table = loader.read_table(loader.open(path, nullptr));
  loader.problems.throw_if_any();
  return *table;
}

CameraParameters load_camera(const std::string& path) {
  Loader loader;
  const ConfigNode node = loader.open(path, nullptr, {.tags_allowed = true});
  std::optional<CameraParameters> camera;
  if (is_calibration(node)) {
    read_calibration(node, camera.emplace(), loader.problems);
  } else {
    camera = loader.read_camera(node);
  }
  loader.problems.throw_if_any();
  return *camera;
}

RunConfig load_experiment(const std::string& path, const std::vector<std::string>& override_texts) {
  Loader loader;
  Problems& problems = loader.problems;
  std::vector<Override> overrides;
  for (const std::string& text : override_texts) {
    overrides.push_back(parse_override(text, problems));
    loader.sources.push_back({"--set", text});
  }

  // Each document names the next ones, so settings are laid over it before it is read.
  Documents documents;
  documents.experiment = loader.open(path, nullptr);
  if (documents.experiment.kind == NodeKind::kEmpty) {
    problems.throw_if_any();
  }
  const ConfigNode* testbed_name = documents.experiment.find("testbed");
  std::string testbed_path;
  if (testbed_name != nullptr) {
    Problems reported_later;
    read_path(*testbed_name, testbed_path, reported_later);
    if (!testbed_path.empty()) {
      documents.testbed = loader.open(testbed_path, testbed_name);
    }
  }
  if (const ConfigNode* settings = documents.experiment.find("settings");
      settings != nullptr && settings->kind == NodeKind::kMap && documents.testbed.kind == NodeKind::kMap) {
    merge_into(documents.testbed, *settings);
  }
  apply_overrides(overrides, documents, problems, false);
  const auto experiment = loader.read(documents.experiment, experiment_fields(), check_experiment);
  const auto testbed = loader.read(documents.testbed, testbed_fields(), check_testbed);

  const auto open_named = [&](const char* key) {
    std::string named;
    const ConfigNode* name = documents.testbed.find(key);
    Problems reported_already;
    if (name != nullptr) {
      read_path(*name, named, reported_already);
    }
    return named.empty() ? ConfigNode() : loader.open(named, name);
  };
  documents.robot = open_named("robot");
  documents.table = open_named("table");
  documents.camera = open_named("camera");
  apply_overrides(overrides, documents, problems, true);
  const auto robot = loader.read_robot(documents.robot);
  const auto table = loader.read_table(documents.table);
  const auto camera = loader.read_camera(documents.camera);
  problems.throw_if_any();

  RunConfig run;
  run.experiment = experiment->experiment;
  complete_phases(run.experiment);
  run.testbed_name = testbed->name;
  run.controller = testbed->controller;
  run.controller.robot = *robot;
  run.controller.table = *table;
  run.controller.target_marker_count = experiment->target.mount == TargetMount::kNone
                                           ? 0
                                           : static_cast<int>(experiment->target.markers.size());
  run.controller.payload = payload_of(*experiment);
  run.controller.time_to_live = testbed->time_to_live.value_or(default_time_to_live(run.controller.period));
  run.camera = *camera;
  run.vision = testbed->vision;
  run.sim = testbed->sim;
  run.sim.seed = experiment->seed;
  run.sim.target = experiment->target;
  run.sim.faults = experiment->faults;

  const CrossCheckPlaces places{documents.experiment, documents.testbed, documents.robot, documents.table,
                                documents.camera};
  if (check_joint_counts(run, experiment->start.joints, places, problems)) {
    if (run.sim.drives.empty()) {
      run.sim.drives.emplace_back();
    }
    if (run.sim.drives.size() == 1) {
      run.sim.drives.resize(robot->links.size(), DriveParameters(run.sim.drives.front()));
    }
    run.sim.start = start_state(experiment->start, *robot);
    check_together(run, places, problems);
  }
  problems.throw_if_any();
  run.sources = std::move(loader.sources);
  return run;
}

}  // namespace freefloat
