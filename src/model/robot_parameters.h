#pragma once

#include <string>
#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

/// One link of a planar arm. Link frame: origin at the link's mass centre, x as drawn in the stretched
/// posture.
struct LinkParameters {
  double mass = 0.0;                         ///< m_i, kg
  double inertia = 0.0;                      ///< I_i about the mass centre, kg m^2
  Vector2 to_mass_centre = Vector2::Zero();  ///< a_i: own joint to mass centre, link frame, m
  Vector2 to_end = Vector2::Zero();          ///< b_i: mass centre to next joint or hand, link frame, m
  double width = 0.04;                       ///< of its outline, m; 0: nothing can touch it
  Vector2 heights{0.15, 0.19};               ///< bottom and top above the table, m
};

/// The gripper as it can be touched: round jaws that hang from the last link.
struct GripperShape {
  std::vector<Vector2> jaws{{0.0, 0.03}, {0.0, -0.03}};  ///< open, from the hand, last link's frame, m
  double jaw_radius = 0.004;                             ///< m
  Vector2 heights{0.10, 0.15};                           ///< bottom and top above the table, m
};

/// A target as it can be touched: a round body with the grapple pin in its middle.
struct TargetShape {
  double radius = 0.04;       ///< of the body, m; 0: nothing can touch it
  double height = 0.09;       ///< of the body, m
  double pin_radius = 0.004;  ///< m; 0: nothing can touch it
  double pin_height = 0.14;   ///< above the table, m
};

/// Limits of one joint.
struct JointLimits {
  double min = 0.0;       ///< rad
  double max = 0.0;       ///< rad
  double max_rate = 0.0;  ///< rad/s, what the drive can do; the controller's own limit is not above it
};

/// One LED.
struct MarkerParameters {
  std::string name;
  int body = 0;                        ///< 0: satellite, i: link i
  Vector2 position = Vector2::Zero();  ///< from the body's mass centre, body frame, m
  double height = 0.0;                 ///< above the table, m
};

/// A planar robot: a satellite (body 0) with a serial arm of revolute joints. Symbols: Yoshida & Umetani
/// 1990, Fig. 2.
struct RobotParameters {
  std::string name;
  double satellite_mass = 0.0;                   ///< m_0, kg
  double satellite_inertia = 0.0;                ///< I_0, kg m^2
  Vector2 satellite_to_joint = Vector2::Zero();  ///< b_0: mass centre to joint 1, satellite frame, m
  Vector2 satellite_size = Vector2::Zero();      ///< outline along x and y, m
  Vector2 satellite_heights{0.0, 0.09};          ///< bottom and top above the table, m
  std::vector<LinkParameters> links;             ///< 1 to kMaxJoints
  GripperShape gripper;                          ///< as it can be touched
  std::vector<JointLimits> joint_limits;         ///< one a joint
  std::vector<MarkerParameters> markers;         ///< LEDs of satellite and arm

  int joint_count() const { return static_cast<int>(links.size()); }
};

}  // namespace freefloat
