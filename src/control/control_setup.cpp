#include "control/control_setup.h"

#include <algorithm>
#include <cmath>

#include "model/guaranteed_workspace.h"
#include "model/payload.h"
#include "model/singularity_free_annulus.h"

namespace freefloat {

namespace {

constexpr double kAccelerationTime = 0.05;  // s to the largest rate, where no acceleration is given

RobotParameters loaded_robot(const ControllerConfig& config) {
  if (config.payload.fixed || config.payload.mass <= 0.0) return config.robot;
  return with_payload(config.robot, config.payload.mass, config.payload.inertia, Vector2::Zero());
}

EstimatorConfig estimator_of(const ControllerConfig& config) {
  EstimatorConfig estimator = config.estimator;
  if (is_planned_in_time(config)) {
    // A command is held for a period: the middle of its effect cannot be earlier than half of one.
    estimator.actuation_delay = std::max(estimator.actuation_delay, config.period / 2);
  }
  if (estimator.rates_between_readings == RatesBetweenReadings::kAuto) {
    estimator.rates_between_readings =
        is_planned_in_time(config) ? RatesBetweenReadings::kCommanded : RatesBetweenReadings::kMean;
  }
  estimator.drive_acceleration = drive_acceleration(config);
  return estimator;
}

HandWorkspace make_workspace(const PlanarModel& model) {
  const Annulus annulus = compute_singularity_free_annulus(model);
  return {annulus.inner, annulus.outer, guaranteed_workspace_radius(model)};
}

}  // namespace

bool is_planned_in_time(const ControllerConfig& config) {
  return config.guidance.method == GuidanceMethod::kPredictive && config.guidance.urgency > 0.0;
}

double joint_rate_limit(const ControllerConfig& config) {
  const auto n = static_cast<double>(config.robot.joint_count());
  return config.max_joint_rate / (config.rate_norm == RateNorm::kEuclidean ? std::sqrt(n) : 1.0);
}

double drive_acceleration(const ControllerConfig& config) {
  return config.max_joint_acceleration > 0.0 ? config.max_joint_acceleration
                                             : joint_rate_limit(config) / kAccelerationTime;
}

ControlSetup::ControlSetup(const ControllerConfig& c)
    : config(c),
      estimator(make_estimator_setup(c.robot, loaded_robot(c), c.payload.fixed, c.target_marker_count,
                                     estimator_of(c))),
      limits{c.robot.joint_limits,   c.safety.joint_limit_margin,
             c.max_joint_rate,       satellite_range(c.table, 0.5 * c.robot.satellite_size.norm()),
             c.robot.satellite_size, 0.5 * c.table.size},
      clearance(c.robot, c.target_shape, c.guidance.clearance),
      workspace(make_workspace(unloaded())),
      good_posture(find_good_posture(unloaded(), c.robot.joint_limits)),
      paths(c.paths.begin(), c.paths.end()) {}

}  // namespace freefloat
