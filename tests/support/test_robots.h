#pragma once

#include "model/robot_parameters.h"

namespace freefloat {

/// The laboratory robot of Yoshida & Umetani 1990, Table 2.
inline RobotParameters table2_robot() {
  RobotParameters robot;
  robot.name = "table2";
  robot.satellite_mass = 6.256;
  robot.satellite_inertia = 0.169;
  robot.satellite_to_joint = {0.19, 0.0};
  robot.links = {{0.747, 0.0424, {0.162, 0.0}, {0.188, 0.0}}, {0.620, 0.0141, {0.124, 0.0}, {0.226, 0.0}}};
  return robot;
}

/// Three links whose joints and mass centres are not on one line.
inline RobotParameters lateral3_robot() {
  RobotParameters robot;
  robot.name = "lateral3";
  robot.satellite_mass = 5.0;
  robot.satellite_inertia = 0.2;
  robot.satellite_to_joint = {0.2, 0.07};
  robot.links = {{1.0, 0.03, {0.15, 0.02}, {0.15, -0.02}},
                 {0.8, 0.02, {0.1, -0.01}, {0.2, 0.01}},
                 {0.5, 0.01, {0.1, 0.0}, {0.12, 0.03}}};
  return robot;
}

}  // namespace freefloat
