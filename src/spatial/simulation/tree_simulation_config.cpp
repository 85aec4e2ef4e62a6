#include "spatial/simulation/tree_simulation_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kMostSamples = 1e6;

bool can_shift(const TreeParameters& tree) {
  return tree.base_kind != BaseKind::kFixed;
}

void check_path(const TreeSimulationConfig& config, std::vector<std::string>& problems) {
  const EndPointPath& path = *config.path;
  const std::size_t parts = rows_of(path.parts).size();
  const std::size_t joints = config.drives.size();
  if (parts > joints) {
    problems.push_back(fmt::format(
        "the path of an end point prescribes {} numbers, but the model has only {} joints to follow it",
        parts, joints));
  }
  if (path.end_point < 0 || path.end_point >= static_cast<int>(config.tree.end_points.size())) {
    problems.push_back("the path is that of an end point which the model does not have");
  }
  if (can_shift(config.tree) && (!config.tree.gravity.isZero(0.0) || !config.base_wrench.isZero(0.0))) {
    problems.push_back(
        "the path of an end point needs a constant momentum: no gravity and no force on a base that moves");
  }
  const bool driven = std::any_of(config.drives.begin(), config.drives.end(), [](const JointDrive& drive) {
    const auto* torque = std::get_if<TorquePolynomial>(&drive);
    return torque == nullptr || !torque->coefficients.empty();
  });
  if (driven) problems.push_back("the path moves all joints: none may have a drive of its own");
}

}  // namespace

TreeSimulationConfig make_simulation(TreeParameters tree) {
  TreeSimulationConfig config;
  config.name = tree.name;
  const Eigen::Index joints = tree.joint_count();
  config.tree = std::move(tree);
  config.start.joints = Eigen::VectorXd::Zero(joints);
  config.start.joint_rates = Eigen::VectorXd::Zero(joints);
  config.drives.resize(joints);
  return config;
}

std::vector<std::string> check_simulation(const TreeSimulationConfig& config) {
  std::vector<std::string> problems;
  const auto require = [&](bool holds, std::string problem) {
    if (!holds) problems.push_back(std::move(problem));
  };
  const auto joints = static_cast<Eigen::Index>(config.tree.joint_count());
  require(config.duration > 0.0 && std::isfinite(config.duration),
          fmt::format("the duration is {} s; above 0 is wanted", config.duration));
  require(config.sample_step >= 0.0 && config.sample_step <= config.duration,
          fmt::format("the sample step is {} s; from 0 to the duration of {} s is wanted", config.sample_step,
                      config.duration));
  require(config.sample_step == 0.0 || config.duration / config.sample_step <= kMostSamples,
          fmt::format("a sample every {} s are more than {} samples", config.sample_step, kMostSamples));
  require(
      config.start.joints.size() == joints && config.start.joint_rates.size() == joints &&
          static_cast<Eigen::Index>(config.drives.size()) == joints,
      fmt::format("{} joint coordinates, {} rates and {} drives are given, but the model has {} joints",
                  config.start.joints.size(), config.start.joint_rates.size(), config.drives.size(), joints));
  require(config.integrator.relative_tolerance > 0.0 || config.integrator.absolute_tolerance > 0.0,
          "one of the tolerances must be above 0");
  const auto moves = [](const std::optional<Vector3>& v) { return v && !v->isZero(0.0); };
  require(
      config.tree.base_kind != BaseKind::kFixed || !(moves(config.start.v_WB) || moves(config.start.w_WB)),
      "a base that is fixed or locked has no velocity at the start");
  if (config.path && problems.empty()) check_path(config, problems);
  return problems;
}

std::vector<double> sample_times(const TreeSimulationConfig& config) {
  constexpr double kUsualSamples = 500.0;
  const double step = config.sample_step > 0.0 ? config.sample_step : config.duration / kUsualSamples;
  // The last sample is the end itself, however the step divides the duration.
  const auto count = static_cast<long>(std::ceil(config.duration / step - 1e-9));
  std::vector<double> times;
  for (long i = 0; i < count; ++i) times.push_back(static_cast<double>(i) * step);
  times.push_back(config.duration);
  return times;
}

}  // namespace freefloat
