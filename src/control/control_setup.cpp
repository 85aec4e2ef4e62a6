#include "control/control_setup.h"

#include <algorithm>
#include <cmath>

#include "model/guaranteed_workspace.h"
#include "model/payload.h"
#include "model/singularity_free_annulus.h"
#include "types/angle.h"

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
  estimator.drive_acceleration = drive_acceleration(config);
  return estimator;
}

std::optional<TumblingBody> body_of(const std::vector<Vector2>& markers, const PayloadParameters& payload) {
  if (!payload.mass_centre || markers.size() < 2) return std::nullopt;
  return TumblingBody{markers, *payload.mass_centre, payload.mass_centre_sigma,
                      payload.fixed ? 0.0 : payload.mass, payload.fixed ? 0.0 : payload.inertia};
}

/// The first one's LEDs follow the robot's, the others' follow it.
void watch_targets(const ControllerConfig& c, std::vector<WatchedTarget>& targets) {
  if (targets.empty()) return;
  targets.front().shape = body_of(c.target_markers, c.payload);
  int next = targets.front().first_marker + c.target_marker_count;
  for (const TargetKnowledge& target : c.more_targets) {
    targets.push_back({next, body_of(target.markers, target.payload)});
    next += static_cast<int>(target.markers.size());
  }
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

const PayloadParameters& payload_of(const ControllerConfig& config, std::uint32_t target) {
  const bool other = target > 0 && target <= config.more_targets.size();
  return other ? config.more_targets[target - 1].payload : config.payload;
}

ControlSetup::ControlSetup(const ControllerConfig& c)
    : config(c),
      estimator(make_estimator_setup(c.robot, loaded_robot(c), c.payload.fixed, c.target_marker_count,
                                     estimator_of(c))),
      limits{c.robot.joint_limits,   c.safety.joint_limit_margin,
             c.max_joint_rate,       satellite_range(c.table, 0.5 * c.robot.satellite_size.norm()),
             c.robot.satellite_size, 0.5 * c.table.size},
      clearance(c.robot, c.target_shape, 0.5 * c.table.size, c.guidance.clearance),
      workspace(make_workspace(unloaded())),
      good_posture(find_good_posture(unloaded(), c.robot.joint_limits)),
      paths(c.paths.begin(), c.paths.end()),
      held_(c.robot),
      as_configured_(estimator.loaded) {
  estimator.target_apart = !c.target_source.empty();
  watch_targets(c, estimator.targets);
  for (const TargetKnowledge& target : c.more_targets) clearance.add_target(target.shape);
}

const PayloadParameters* ControlSetup::payload_of(std::uint32_t target) const {
  if (target == 0) return &config.payload;
  return target <= config.more_targets.size() ? &config.more_targets[target - 1].payload : nullptr;
}

const Approach* ControlSetup::approach() const {
  const std::optional<Approach>& approach =
      led_to_ == 0 ? config.approach : config.more_targets[led_to_ - 1].approach;
  return approach ? &*approach : nullptr;
}

void ControlSetup::turn_approach(double angle) {
  std::optional<Approach>& approach =
      led_to_ == 0 ? config.approach : config.more_targets[led_to_ - 1].approach;
  if (approach) approach->direction = wrap_angle(approach->direction + angle);
}

void ControlSetup::hold(std::uint32_t target, const Vector2& p_EC) {
  const PayloadParameters* payload = payload_of(target);
  if (payload == nullptr) return;
  clearance.look_at(target);
  led_to_ = target;
  const bool free = !payload->fixed;
  put_payload(config.robot, free ? payload->mass : 0.0, free ? payload->inertia : 0.0, p_EC, held_);
  RobotFilterSetup& loaded = estimator.loaded;
  loaded.model = PlanarModel(held_);
  for (std::size_t i = 0; i < loaded.markers.size(); ++i)
    loaded.markers[i].position = held_.markers[i].position;
  loaded.free = free;
}

void ControlSetup::forget_hold() {
  clearance.look_at(0);
  led_to_ = 0;
  estimator.loaded = as_configured_;
}

}  // namespace freefloat
