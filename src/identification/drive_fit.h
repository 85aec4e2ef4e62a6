#pragma once

#include <optional>
#include <string>
#include <vector>

#include "identification/joint_sensors.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// What moves one joint: motor, gear and friction, by the duty that its board drove.
struct DriveFit {
  bool found = false;
  std::string reason{};        ///< why not
  double torque = 0.0;         ///< at full duty and rest, N m on the joint's side
  double torque_sigma = 0.0;   ///< N m
  double duty_per_rate = 0.0;  ///< that back-EMF and viscous friction take, share of full per rad/s
  double duty_per_rate_sigma = 0.0;
  double friction = 0.0;  ///< of Coulomb, N m
  double friction_sigma = 0.0;
  double residual = 0.0;  ///< root mean square of the duty that is left, share of full
};

/// Finds the drives from a run in which joints were sped up and slowed down, the robot's masses taken as
/// known. For each joint and stretch of 0.1 s, with the mean duty u, rate and its sign,
///
///     u = duty_per_rate mean(w) + (friction mean(sign w) + mean(tau)) / torque
///
/// where the torque's integral is the change of the joint's generalized momentum, less what the arm's shape
/// does to it: tau = d/dt (H w) - (w^T dH/dphi_i w) / 2, with H the joints' inertia of a robot that floats
/// without momentum (Yoshida & Umetani 1990, Eq. (1), base eliminated). Nothing is differentiated.
/// @param rotor_inertias On the joint's side, kg m^2, one a joint.
/// @param sensors By which the readings are corrected; where they were not found, readings count as they are.
std::vector<DriveFit> fit_drives(const RobotParameters& robot, const std::vector<double>& rotor_inertias,
                                 const MotionSeries& series, const std::vector<JointSensors>& sensors);

/// What a board must believe of a motor, in terms of `simulation.drives`.
struct MotorSettings {
  double torque_constant = 0.0;   ///< N m/A
  double resistance = 0.0;        ///< ohm
  double coulomb_friction = 0.0;  ///< N m
};

/// What is known of a motor otherwise.
struct KnownMotor {
  double gear_ratio = 1.0;
  double supply_voltage = 0.0;    ///< V
  double viscous_friction = 0.0;  ///< N m s/rad
};

/// @return Constants by which duty, rate and torque belong together as they were found; none where they were
/// not, or contradict what is known.
std::optional<MotorSettings> motor_settings(const DriveFit& found, const KnownMotor& known);

}  // namespace freefloat
