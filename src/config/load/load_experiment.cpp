#include "config/load/load_experiment.h"

#include <algorithm>
#include <utility>

#include "config/files/check_targets.h"
#include "config/files/experiment_file.h"
#include "config/files/path_points.h"
#include "config/files/phase_fields.h"
#include "config/files/target_source_fields.h"
#include "config/load/check_against_hardware.h"
#include "config/load/cross_check.h"
#include "config/load/load_testbed.h"
#include "config/load/read_truth.h"
#include "config/load/repeat_phases.h"
#include "config/yaml/config_override.h"
#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// An override and the document that it belongs to.
struct SortedOverride {
  Document document = Document::kExperiment;
  Override override_;
};

/// `robot.`, `table.` and `camera.` lead into these files, the same behind `simulation.truth.` into the true
/// ones; keys of a testbed into the testbed, all others into the experiment.
SortedOverride sort_override(Override override_) {
  const std::string& path = override_.path;
  for (const auto& [prefix, document] :
       {std::pair<std::string_view, Document>("simulation.truth.robot.", Document::kTrueRobot),
        {"simulation.truth.table.", Document::kTrueTable},
        {"simulation.truth.camera.", Document::kTrueCamera},
        {"robot.", Document::kRobot},
        {"table.", Document::kTable},
        {"camera.", Document::kCamera}}) {
    if (!path.starts_with(prefix)) continue;
    override_.path = path.substr(prefix.size());
    return {document, std::move(override_)};
  }
  const std::string first = path.substr(0, path.find_first_of(".["));
  static const Fields<TestbedFile> fields = testbed_fields();  // a campaign sorts thousands of settings
  const bool of_testbed = first != "name" && first != "description" &&
                          std::any_of(fields.begin(), fields.end(),
                                      [&](const Field<TestbedFile>& field) { return field.key == first; });
  return {of_testbed ? Document::kTestbed : Document::kExperiment, std::move(override_)};
}

/// @return Whether there were any for this document.
bool apply_overrides(const std::vector<SortedOverride>& overrides, Document which, ConfigNode& document,
                     Loader& loader) {
  bool any = false;
  for (const SortedOverride& sorted : overrides) {
    if (sorted.document != which || sorted.override_.value.kind == NodeKind::kEmpty ||
        document.kind == NodeKind::kEmpty)
      continue;
    Override placed = sorted.override_;
    place_paths(placed.value, document.file,
                [&](const std::string& path) { return loader.texts(path).has_value(); });
    apply_override(placed, document, loader.problems);
    any = true;
  }
  return any;
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

PayloadParameters payload_of(const TargetParameters& target) {
  PayloadParameters payload;
  payload.fixed = target.mount == TargetMount::kTable;
  if (target.mount == TargetMount::kFloating) {
    payload.mass = target.mass;
    payload.inertia = target.inertia;
    payload.mass_centre = target.mass_centre;
  }
  return payload;
}

/// A target with two LEDs or more is approached in its own frame, so that it is followed as a body.
/// @param payload Of this target; gets a mass centre.
std::optional<Approach> approach_of(const TargetParameters& target, PayloadParameters& payload) {
  if (!target.approach) return std::nullopt;
  const bool turns = target.markers.size() >= 2;
  if (turns && !payload.mass_centre) payload.mass_centre = target.mass_centre.value_or(Vector2::Zero());
  return Approach{*target.approach, turns, target.approach_tolerance, target.approach_distance};
}

/// What simulation and controller know of the targets, and which one each capture means.
void assemble_targets(const ExperimentFile& experiment, RunConfig& run) {
  run.sim.target = experiment.targets.empty() ? experiment.target : experiment.targets.front();
  set_grapple_velocity(run.sim.target.start.v, run.sim.target);
  const TargetParameters& first = run.sim.target;
  ControllerConfig& controller = run.controller;
  controller.target_marker_count =
      first.mount == TargetMount::kNone ? 0 : static_cast<int>(first.markers.size());
  controller.target_shape = first.shape;
  controller.payload = experiment.payload.value_or(payload_of(first));
  controller.approach = approach_of(first, controller.payload);
  if (controller.payload.mass_centre) controller.target_markers = first.markers;
  for (std::size_t i = 1; i < experiment.targets.size(); ++i) {
    TargetParameters other = experiment.targets[i];
    set_grapple_velocity(other.start.v, other);
    PayloadParameters payload = payload_of(other);
    const std::optional<Approach> approach = approach_of(other, payload);
    controller.more_targets.push_back({other.markers, payload, other.shape, approach});
    run.sim.more_targets.push_back(std::move(other));
  }
  for (Phase& phase : run.experiment.phases) {
    phase.target_number = target_number(experiment, phase);
    if (!is_capture(phase.kind)) continue;
    phase.approach = phase.target_number == 0 ? controller.approach
                                              : controller.more_targets[phase.target_number - 1].approach;
  }
}

/// Reads the points of all paths that stand in files of their own; each file is kept once.
void read_points(Loader& loader, const ConfigNode& document, std::vector<Phase>& phases) {
  const ConfigNode& list = *document.find("phases");
  for (std::size_t i = 0; i < phases.size(); ++i) {
    Phase& phase = phases[i];
    if (phase.points_file.empty()) continue;
    const auto same = [&](const ConfigSource& source) { return source.path == phase.points_file; };
    auto kept = std::find_if(loader.sources.begin(), loader.sources.end(), same);
    if (kept == loader.sources.end()) {
      std::string text;
      const ConfigNode* name = list.items[i].find("points_file");
      if (!read_config_text(phase.points_file, name, text, loader.problems, loader.texts)) continue;
      kept = loader.sources.insert(kept, {phase.points_file, std::move(text)});
    }
    phase.path.points = read_path_points(kept->text, phase.points_file, loader.problems);
  }
}

/// The paths of all phases; each phase knows its own.
std::vector<HandPath> number_paths(std::vector<Phase>& phases) {
  std::vector<HandPath> paths;
  for (Phase& phase : phases) {
    if (phase.kind != PhaseKind::kFollowPath) continue;
    phase.path_number = static_cast<std::uint32_t>(paths.size());
    paths.push_back(phase.path);
  }
  return paths;
}

/// Puts together what the files say. Start and drives wait until it is known that they fit the robot.
RunConfig assemble(const ExperimentFile& experiment, const TestbedReading& parts) {
  const TestbedFile& testbed = *parts.testbed;
  RunConfig run;
  run.experiment = experiment.experiment;
  complete_phases(run.experiment);
  run.testbed_name = testbed.name;
  run.controller = testbed.controller;
  run.controller.paths = number_paths(run.experiment.phases);
  run.controller.robot = *parts.robot;
  run.controller.table = *parts.table;
  run.controller.time_to_live = testbed.time_to_live.value_or(default_time_to_live(run.controller.period));
  run.camera = *parts.camera;
  run.vision = testbed.vision;
  run.sim = testbed.sim;
  run.hardware = testbed.hardware;
  if (run.hardware.target_source) {
    run.hardware.target_source->tracker.section = "hardware.target_source";
    run.controller.target_source = name_target_source(*run.hardware.target_source);
  }
  run.recording = testbed.recording;
  run.ros = testbed.ros;
  run.sim.seed = experiment.seed;
  assemble_targets(experiment, run);
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
  repeat_phases(experiment_node, problems);
  static const Fields<ExperimentFile> fields = experiment_fields();
  auto experiment = loader.read(experiment_node, fields, check_experiment);

  const ConfigNode* settings = experiment_node.find("settings");
  const std::string testbed_path = path_behind(experiment_node, "testbed");
  ConfigNode testbed_node = testbed_path.empty()
                                ? ConfigNode()
                                : open_testbed(loader, testbed_path, experiment_node.find("testbed"));
  if (settings != nullptr && settings->kind == NodeKind::kMap && testbed_node.kind == NodeKind::kMap) {
    merge_into(testbed_node, *settings);
  }
  const TestbedReading parts =
      read_testbed(loader, std::move(testbed_node), [&](Document which, ConfigNode& document) {
        return apply_overrides(overrides, which, document, loader);
      });
  if (experiment) read_points(loader, experiment_node, experiment->experiment.phases);
  problems.throw_if_any();

  RunConfig run = assemble(*experiment, parts);
  const CrossCheckPlaces places{experiment_node, parts.testbed_node, parts.robot_node, parts.table_node,
                                parts.camera_node};
  if (check_joint_counts(run, experiment->start.joints, places, problems)) {
    run.sim.start = start_state(experiment->start, *parts.robot);
    complete_drives(parts, run.sim, problems);
    check_truth(run, parts, problems);
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
