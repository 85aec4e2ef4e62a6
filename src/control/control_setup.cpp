#include "control/control_setup.h"

#include "model/guaranteed_workspace.h"
#include "model/payload.h"
#include "model/singularity_free_annulus.h"

namespace freefloat {

namespace {

RobotParameters loaded_robot(const ControllerConfig& config) {
  if (config.payload.fixed || config.payload.mass <= 0.0) return config.robot;
  return with_payload(config.robot, config.payload.mass, config.payload.inertia, Vector2::Zero());
}

HandWorkspace make_workspace(const PlanarModel& model) {
  const Annulus annulus = compute_singularity_free_annulus(model);
  return {annulus.inner, annulus.outer, guaranteed_workspace_radius(model)};
}

}  // namespace

ControlSetup::ControlSetup(const ControllerConfig& c)
    : config(c),
      estimator(make_estimator_setup(c.robot, loaded_robot(c), c.payload.fixed, c.target_marker_count,
                                     c.estimator)),
      limits{c.robot.joint_limits,   c.safety.joint_limit_margin,
             c.max_joint_rate,       satellite_range(c.table, 0.5 * c.robot.satellite_size.norm()),
             c.robot.satellite_size, 0.5 * c.table.size},
      clearance(c.robot, c.target_shape, c.guidance.clearance),
      workspace(make_workspace(unloaded())),
      good_posture(find_good_posture(unloaded(), c.robot.joint_limits)),
      paths(c.paths.begin(), c.paths.end()) {}

}  // namespace freefloat
