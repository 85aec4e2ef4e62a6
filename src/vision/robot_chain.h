#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/robot_parameters.h"
#include "types/joint_vector.h"

namespace freefloat {

/// An LED on a body, as the camera sees the robot: no masses, no mass centres.
struct ChainLed {
  std::string name;
  int body = 0;                  ///< 0: satellite, i: link i
  Vector2 at = Vector2::Zero();  ///< on the satellite from its mass centre, on a link from its own joint, m
  double height = 0.0;           ///< above the table, m
};

/// The robot's lengths: what pictures of its LEDs can tell.
struct RobotChain {
  std::vector<Vector2>
      joints;  ///< joint 1 in the satellite's frame; joint i + 1 in that of link i, from joint i
  std::vector<ChainLed> leds;
  Vector2 hand = Vector2::Zero();  ///< in the last link's frame, from its joint, m

  int joint_count() const { return static_cast<int>(joints.size()); }
};

/// Where the robot is: x, y of the satellite's mass centre, m, its attitude, rad, and the joints' angles,
/// rad.
using ChainPosture = std::vector<double>;

/// @param robot With at least one link.
RobotChain chain_of(const RobotParameters& robot);

/// Writes the chain's lengths into a robot: LEDs, joint 1, and of each link its end; the mass centres stay.
void apply_chain(const RobotChain& chain, RobotParameters& robot);

/// @return Indices of the first and second LED of a body; -1: there is none.
std::pair<int, int> leds_of(const RobotChain& chain, int body);

/// @param state As many joints as the chain.
/// @return Places of the LEDs in W at their heights, m.
std::vector<Eigen::Vector3d> place_leds(const RobotChain& chain, const double* state);

/// The same without heap memory.
/// @param places One an LED.
void place_leds(const RobotChain& chain, const double* state, std::span<Eigen::Vector3d> places);

/// @return The hand in W, m.
Vector2 place_hand(const RobotChain& chain, const double* state);

}  // namespace freefloat
