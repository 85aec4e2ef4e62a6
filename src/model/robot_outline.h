#pragma once

#include <string>
#include <vector>

#include "model/planar_shape.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// A part of robot or target that can touch something.
struct OutlinePart {
  std::string name;   ///< for people: `link 2`
  int body = 0;       ///< 0: satellite, i: link i
  PlanarShape shape;  ///< in the body's frame, from its mass centre
};

/// @return Satellite, links, and the gripper's jaws on the last link.
std::vector<OutlinePart> make_robot_outline(const RobotParameters& robot);

/// @return Body and grapple pin of a target, from its grapple point.
std::vector<OutlinePart> make_target_outline(const TargetShape& target);

/// @return Whether two bodies of the robot can touch: neighbours share a joint.
inline bool are_neighbours(int body, int other) {
  return body - other <= 1 && other - body <= 1;
}

}  // namespace freefloat
