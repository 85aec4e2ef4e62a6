#pragma once

#include "hal/sim/plant.h"
#include "model/dynamics.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {

/// The laboratory robot at rest in a bent posture, its mass centre in the table's middle: active drives as in
/// DriveParameters, nothing that the table adds, a floating target out of the way.
struct PlantCase {
  RobotParameters robot = table2_robot();
  SimConfig config;
  Vector2 table{1.8, 1.8};

  PlantCase() {
    robot.satellite_size = {0.3, 0.3};
    config.drives.assign(robot.links.size(), DriveParameters{});
    config.start.joints = JointVector::Zero(robot.joint_count());
    config.start.joint_rates = JointVector::Zero(robot.joint_count());
    config.start.joints[0] = 0.6;
    if (robot.joint_count() > 1) config.start.joints[1] = -1.1;
    config.start.theta_WB = 0.3;
    centre();
    config.target.mount = TargetMount::kFloating;
    config.target.start.p = {0.7, 0.7};
  }

  /// Puts the mass centre into the table's middle.
  void centre() {
    const PlanarModel model(robot);
    const Posture posture = compute_posture(config.start.theta_WB, config.start.joints);
    config.start.p_WB = satellite_from_mass_centre(model, posture);
    const PointMotion satellite = compute_point(model, posture, 0, Vector2::Zero());
    config.start.v_WB = satellite.by_body * compute_body_rates(config.start.w_WB, config.start.joint_rates);
  }

  /// No friction, no rotor, and so much resistance that the voltage alone makes the torque: 1 N m a teravolt.
  void make_drives_ideal() {
    for (DriveParameters& drive : config.drives) {
      drive.gear_ratio = 1.0;
      drive.torque_constant = 1.0;
      drive.resistance = kTeraOhm;
      drive.rotor_inertia = 0.0;
      drive.coulomb_friction = 0.0;
      drive.viscous_friction = 0.0;
    }
  }

  Plant make() const { return Plant(robot, config, table); }

  static constexpr double kTeraOhm = 1e12;
};

inline PlantInput voltages(std::initializer_list<double> values) {
  PlantInput input;
  input.energised = true;
  input.motor_voltages.resize(static_cast<Eigen::Index>(values.size()));
  Eigen::Index j = 0;
  for (const double value : values) input.motor_voltages[j++] = value;
  return input;
}

inline PlantInput open_bridges(int joint_count) {
  PlantInput input;
  input.motor_voltages = JointVector::Zero(joint_count);
  return input;
}

inline void run_for(Plant& plant, const PlantInput& input, double seconds,
                    Duration step = from_seconds(0.001)) {
  const auto steps = static_cast<int>(std::lround(seconds / to_seconds(step)));
  for (int i = 0; i < steps; ++i) plant.step(input);
}

/// J, of the robot with what it holds; rotors are left out.
inline double kinetic_energy(const RobotParameters& robot, const Truth& truth) {
  const PlanarModel model(robot);
  return compute_motion_totals(model, compute_posture(truth.robot.theta_WB, truth.robot.joints), truth.robot)
      .kinetic_energy;
}

}  // namespace freefloat
