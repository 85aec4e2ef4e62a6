#pragma once

#include <cmath>
#include <cstdint>

#include "model/robot_parameters.h"

namespace freefloat {

/// Draws robots and postures; the same seed gives the same on every machine.
class RandomRobots {
 public:
  explicit RandomRobots(std::uint64_t seed) : state_(seed) {}

  /// @return Uniform in [low, high).
  double number(double low, double high) {
    state_ += 0x9e3779b97f4a7c15ull;  // splitmix64
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return low + (high - low) * static_cast<double>(z >> 11) * 0x1.0p-53;
  }

  JointVector vector(int size, double low, double high) {
    JointVector values(size);
    for (int i = 0; i < size; ++i) values[i] = number(low, high);
    return values;
  }

  /// Masses over three decades; with `lateral`, joints and mass centres off the line.
  RobotParameters robot(int joints, bool lateral) {
    const auto offset = [&](double low, double high) {
      const double x = number(low, high);
      return Vector2(x, lateral ? number(-0.1, 0.1) : 0.0);
    };
    RobotParameters robot;
    robot.satellite_mass = std::exp(number(-1.0, 3.0));
    robot.satellite_inertia = robot.satellite_mass * number(0.005, 0.1);
    robot.satellite_to_joint = offset(-0.1, 0.5);
    for (int i = 0; i < joints; ++i) {
      LinkParameters link;
      link.mass = std::exp(number(-2.0, 2.0));
      link.inertia = link.mass * number(0.0005, 0.08);
      link.to_mass_centre = offset(0.0, 0.3);
      link.to_end = offset(0.0, 0.4);
      robot.links.push_back(link);
    }
    return robot;
  }

 private:
  std::uint64_t state_;
};

}  // namespace freefloat
