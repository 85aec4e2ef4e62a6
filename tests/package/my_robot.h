#pragma once

#include "model/robot_parameters.h"

/// A satellite of 10 kg with two links of 0.35 m.
inline freefloat::RobotParameters my_robot() {
  constexpr double kTurn = 3.0;  // rad either way
  freefloat::RobotParameters robot;
  robot.name = "my_robot";
  robot.satellite_mass = 10.0;
  robot.satellite_inertia = 0.2;
  robot.satellite_to_joint = {0.15, 0.0};
  robot.satellite_size = {0.3, 0.3};
  robot.links.assign(2,
                     {.mass = 0.5, .inertia = 0.005, .to_mass_centre = {0.175, 0.0}, .to_end = {0.175, 0.0}});
  robot.joint_limits.assign(2, {.min = -kTurn, .max = kTurn, .max_rate = 1.0});
  robot.markers = {{.name = "tail", .body = 0, .position = {-0.15, 0.0}},
                   {.name = "joint_1", .body = 0, .position = {0.15, 0.0}},
                   {.name = "joint_2", .body = 1, .position = {0.175, 0.0}},
                   {.name = "tip", .body = 2, .position = {0.175, 0.0}}};
  return robot;
}
