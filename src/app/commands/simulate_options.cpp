#include "app/commands/simulate_options.h"

#include "app/command_line/number_list.h"
#include "spatial/tree/attitude.h"
#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

/// @return The numbers of a flag, or nothing when it was not given.
std::optional<Eigen::VectorXd> read_list(const char* flag, const std::string& text, Eigen::Index count,
                                         const std::string& names = "x, y, z") {
  if (text.empty()) return std::nullopt;
  return read_number_list(flag, text, count, names);
}

}  // namespace

void add_simulate_options(Command& command, SimulateOptions& options) {
  command.add_option("--duration-s", options.duration, "how long, instead of the file's; a model alone: 10");
  command.add_option("--sample-step-s", options.sample_step,
                     "time between results; 0: a 500th of the duration");
  command.add_option("--method", options.method, "Runge-Kutta formulas")
      .one_of({"fehlberg_78", "dormand_prince_5"});
  command.add_option("--relative-tolerance", options.relative_tolerance, "allowed error of a step, 1e-13")
      .in_range(0.0, 0.1);
  command.add_option("--absolute-tolerance", options.absolute_tolerance, "the same in SI units, 1e-13")
      .in_range(0.0, 0.1);
  command.add_option("--joints-rad", options.joints,
                     "joints at the start, n numbers in the order of the model's links; prismatic ones in m");
  command.add_option("--joint-rates-rad-s", options.joint_rates, "their rates; prismatic ones in m/s");
  command.add_option("--torques-nm", options.torques,
                     "constant joint torques, n numbers; prismatic ones in N; instead of the file's drives");
  command.add_option("--base-position-m", options.base_position, "origin of the base's frame: x,y,z");
  command.add_option("--base-euler-zyx-rad", options.base_zyx,
                     "attitude: turns about z, the new y, the new x");
  command.add_option("--base-velocity-m-s", options.base_velocity,
                     "x,y,z; neither this nor the next: the total momentum is zero");
  command.add_flag("--lock-base", options.lock_base,
                   "hold the base where it starts: the results then have the force and moment that hold it");
  command.add_option("--base-angular-velocity-rad-s", options.base_angular_velocity, "x,y,z in W");
  command.add_option("--base-force-n", options.base_force, "constant x,y,z on the base's origin, in W");
  command.add_option("--base-moment-nm", options.base_moment, "constant x,y,z on the base, in W");
}

void apply(const SimulateOptions& options, TreeSimulationConfig& config) {
  const Eigen::Index joints = config.tree.joint_count();
  config.duration = options.duration.value_or(config.duration);
  config.sample_step = options.sample_step.value_or(config.sample_step);
  IntegratorConfig& integrator = config.integrator;
  if (options.method == "fehlberg_78") integrator.method = IntegratorMethod::kFehlberg78;
  if (options.method == "dormand_prince_5") integrator.method = IntegratorMethod::kDormandPrince5;
  integrator.relative_tolerance = options.relative_tolerance.value_or(integrator.relative_tolerance);
  integrator.absolute_tolerance = options.absolute_tolerance.value_or(integrator.absolute_tolerance);
  if (options.lock_base) config.tree.base_kind = BaseKind::kFixed;
  StartState& start = config.start;
  const std::string names = joint_names(config.tree);
  if (const auto list = read_list("--joints-rad", options.joints, joints, names)) start.joints = *list;
  if (const auto list = read_list("--joint-rates-rad-s", options.joint_rates, joints, names))
    start.joint_rates = *list;
  if (const auto list = read_list("--torques-nm", options.torques, joints, names)) {
    config.path.reset();
    for (Eigen::Index i = 0; i < joints; ++i)
      config.drives[static_cast<std::size_t>(i)] = TorquePolynomial{{(*list)[i]}};
  }
  if (const auto list = read_list("--base-position-m", options.base_position, 3)) start.p_WB = *list;
  if (const auto list = read_list("--base-euler-zyx-rad", options.base_zyx, 3))
    start.R_WB = rotation_from_euler(EulerSequence::kZyx, *list);
  if (const auto list = read_list("--base-velocity-m-s", options.base_velocity, 3)) start.v_WB = *list;
  if (const auto list = read_list("--base-angular-velocity-rad-s", options.base_angular_velocity, 3))
    start.w_WB = *list;
  if (const auto list = read_list("--base-force-n", options.base_force, 3))
    config.base_wrench.head<3>() = *list;
  if (const auto list = read_list("--base-moment-nm", options.base_moment, 3))
    config.base_wrench.tail<3>() = *list;
}

}  // namespace freefloat
