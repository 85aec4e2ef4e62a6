// An experiment with all files that it names, one of them changed, and a setting: read as for a run.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "edited_text.h"
#include "support/source_dir.h"
#include "told_problems.h"

namespace freefloat {
namespace {

constexpr std::array kExperiments{"standing_target.yaml", "moving_target.yaml", "reorient.yaml",
                                  "warm_up.yaml",         "two_targets.yaml",   "circle.yaml",
                                  "identify.yaml"};

/// @return A shipped experiment, all of whose files are kept.
const RunConfig& shipped(std::size_t index) {
  static std::map<std::size_t, RunConfig> kept;
  auto found = kept.find(index);
  if (found == kept.end())
    found = kept.emplace(index, load_experiment(source_dir() + "/configs/experiments/" + kExperiments[index]))
                .first;
  return found->second;
}

/// What everything above relies on and never looks at again.
void check_sensible(const RunConfig& config) {
  const ControllerConfig& controller = config.controller;
  require(controller.period > Duration::zero(), "cycles take time");
  require(controller.max_joint_rate > 0.0 && std::isfinite(controller.max_joint_rate), "rates are limited");
  const RobotParameters& robot = controller.robot;
  require(robot.satellite_mass > 0.0 && std::isfinite(robot.satellite_mass), "a satellite has mass");
  require(robot.satellite_inertia > 0.0 && std::isfinite(robot.satellite_inertia), "and inertia");
  require(robot.joint_count() >= 1 && robot.joint_count() <= static_cast<Eigen::Index>(kMaxJoints),
          "a robot has joints, and not too many");
  require(robot.joint_limits.size() == static_cast<std::size_t>(robot.joint_count()), "each has limits");
  for (const JointLimits& limits : robot.joint_limits)
    require(limits.min < limits.max && std::isfinite(limits.min) && std::isfinite(limits.max),
            "between which it may move");
  for (const LinkParameters& link : robot.links)
    require(link.mass > 0.0 && std::isfinite(link.mass) && link.inertia >= 0.0, "links have mass");
  require(!config.experiment.phases.empty(), "an experiment does something");
}

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freefloat;
  FuzzInput input(bytes, size);
  const std::size_t index = input.byte() % kExperiments.size();
  std::vector<ConfigSource> files = shipped(index).sources;
  const std::string path = files.front().path;
  ConfigSource& changed = files[input.byte() % files.size()];
  changed.text = edit_text(changed.text, input);
  std::vector<std::string> settings;
  if (input.byte() % 4 == 0) {
    std::string setting = "safety.frame_timeout_ms=500";
    settings.push_back(edit_text(setting, input));
  }
  const auto read = read_or_refuse([&] { return load_experiment(path, settings, kept_config_files(files)); });
  if (!read) return 0;
  check_sensible(*read);
  const auto again =
      read_or_refuse([&] { return load_experiment(path, read->settings, kept_config_files(read->sources)); });
  require(again.has_value(), "what a log keeps can be read again");
  return 0;
}
