#pragma once

#include <string>

namespace freefloat {

/// How a testbed takes part in a network of ROS 2. Nobody proves there who he is: whoever is in the domain
/// may look on and stop; what moves the robot must be allowed.
struct RosConfig {
  int domain_id = 0;           ///< of DDS, as ROS_DOMAIN_ID
  std::string name_space;      ///< `/robot_1`: before the names of topics and services; empty: none
  bool allow_hold = false;     ///< of a run: hold and resume
  bool allow_jog = false;      ///< joints and hand, once a person has armed the robot
  bool allow_target = false;   ///< simulation only: the target is put where a pose says
  double rate = 0.0;           ///< of state and frames, Hz; 0: every cycle
  double picture_rate = 10.0;  ///< of the camera's pictures, Hz
};

}  // namespace freefloat
