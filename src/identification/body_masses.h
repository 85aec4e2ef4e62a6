#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "identification/body_poses.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// Masses of a robot's bodies, each seen from the body's own frame (BodyGeometry), so that they may change
/// while joints and LEDs stay where they are.
struct BodyMasses {
  Eigen::VectorXd mass;         ///< kg
  std::vector<Vector2> centre;  ///< from the body's origin, body frame, m
  Eigen::VectorXd inertia;      ///< about the mass centre, kg m^2

  double total() const { return mass.sum(); }
};

/// @param robot Whose masses are wanted.
/// @param reference Robot whose satellite's mass centre is the origin of the satellite's frame.
BodyMasses masses_of(const RobotParameters& robot, const RobotParameters& reference);

/// @return The reference robot with other masses: joints and LEDs stay where they are on its bodies.
RobotParameters with_masses(const RobotParameters& reference, const BodyMasses& masses);

/// Everything that momentum tells of a robot, per total mass. The mass centre of the whole, seen from the
/// origin of the satellite's frame, is the sum of `vectors`, each turned by its body's angle; the angular
/// momentum about it is the sum of `inertias` times the bodies' rates and of what follows from `vectors` and
/// the robot's dimensions.
///
/// The vectors are those of the virtual manipulator (Dubowsky & Vafa 1987) seen from the satellite; that
/// nothing more can be found is shown in this folder's README.
struct MomentumParameters {
  std::vector<Vector2> vectors;  ///< one a body, m
  Eigen::VectorXd inertias;      ///< one a body, m^2

  /// x and y of every vector, then the inertias: 3 (n + 1).
  Eigen::VectorXd list() const;
  static MomentumParameters from_list(const Eigen::VectorXd& list);
};

MomentumParameters momentum_parameters(const BodyGeometry& geometry, const BodyMasses& masses);

/// @return What is physically impossible or unlikely, a sentence each: inertias that no body of this size and
/// mass has, mass centres far outside of their body.
std::vector<std::string> find_inconsistencies(const BodyGeometry& geometry, const BodyMasses& masses);

/// @return `satellite` or `link 2`.
std::string body_name(Eigen::Index body);

}  // namespace freefloat
