#pragma once

#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "hal/sim/true_world.h"
#include "identification/mass_solution.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {

/// A shipped experiment without pictures.
inline RunConfig load_case(const std::string& experiment, std::vector<std::string> settings) {
  settings.insert(settings.begin(), "simulation.imaging.render=false");
  return load_experiment(source_dir() + "/configs/experiments/" + experiment, settings);
}

/// @return What the controller saw of a whole run. @throws std::runtime_error when that is no motion.
inline MotionSeries run_motion(const RunConfig& config) {
  const RobotParameters& robot = config.controller.robot;
  MotionCollector collector(robot.joint_count(), static_cast<int>(robot.markers.size()));
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) { collector.add(record); }});
  session.run();
  auto series = collector.finish();
  if (!series) throw std::runtime_error(series.error());
  return *std::move(series);
}

/// @return The masses that the momentum tells of the simulated robot: its motors' rotors turn with the
/// bodies.
inline BodyMasses effective_masses(const RunConfig& config) {
  const TrueWorld world =
      draw_world(config.sim, config.controller.robot, config.controller.table, config.camera);
  BodyMasses masses = masses_of(world.robot, config.controller.robot);
  for (std::size_t j = 0; j < world.sim.drives.size(); ++j) {
    const DriveParameters& drive = world.sim.drives[j];
    masses.inertia[static_cast<Eigen::Index>(j)] += drive.rotor_inertia * (1.0 - drive.gear_ratio);
    masses.inertia[static_cast<Eigen::Index>(j) + 1] += drive.rotor_inertia * drive.gear_ratio;
  }
  return masses;
}

/// What was found of one drawn robot.
struct IdentifiedCase {
  BodyMasses truth;
  MassSolution solution;
  MomentumFit fit;
};

/// @param file The total mass is weighed: of the truth.
inline IdentifiedCase identify_case(const RunConfig& config, const std::vector<std::string>& hold) {
  const RobotParameters& robot = config.controller.robot;
  const BodyGeometry geometry(robot);
  IdentifiedCase found;
  found.truth = effective_masses(config);
  const auto stretches = find_stretches(fit_body_poses(geometry, run_motion(config)));
  if (stretches.empty()) throw std::runtime_error("no stretch of free motion");
  BodyMasses begin = masses_of(robot, robot);
  const double share = found.truth.total() / begin.total();
  begin.mass *= share;
  begin.inertia *= share;
  found.fit = fit_momentum(geometry, stretches, momentum_parameters(geometry, begin));
  auto solution = solve_masses(geometry, found.fit, begin, {hold});
  if (!solution) throw std::runtime_error(solution.error());
  found.solution = *std::move(solution);
  return found;
}

}  // namespace freefloat
