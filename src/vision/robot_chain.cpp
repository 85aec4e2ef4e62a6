#include "vision/robot_chain.h"

#include "types/angle.h"

namespace freefloat {

RobotChain chain_of(const RobotParameters& robot) {
  RobotChain chain;
  chain.joints.push_back(robot.satellite_to_joint);
  for (std::size_t i = 0; i + 1 < robot.links.size(); ++i)
    chain.joints.push_back(robot.links[i].to_mass_centre + robot.links[i].to_end);
  for (const MarkerParameters& marker : robot.markers) {
    const Vector2 shift =
        marker.body == 0 ? Vector2::Zero().eval() : robot.links[marker.body - 1].to_mass_centre;
    chain.leds.push_back({marker.name, marker.body, shift + marker.position, marker.height});
  }
  chain.hand = robot.links.back().to_mass_centre + robot.links.back().to_end;
  return chain;
}

void apply_chain(const RobotChain& chain, RobotParameters& robot) {
  robot.satellite_to_joint = chain.joints.front();
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const Vector2& end = i + 1 < robot.links.size() ? chain.joints[i + 1] : chain.hand;
    robot.links[i].to_end = end - robot.links[i].to_mass_centre;
  }
  for (std::size_t m = 0; m < robot.markers.size(); ++m) {
    MarkerParameters& marker = robot.markers[m];
    marker.position = chain.leds[m].at;
    if (marker.body > 0) marker.position -= robot.links[marker.body - 1].to_mass_centre;
    marker.height = chain.leds[m].height;
  }
}

std::pair<int, int> leds_of(const RobotChain& chain, int body) {
  std::pair<int, int> found{-1, -1};
  for (std::size_t i = 0; i < chain.leds.size(); ++i) {
    if (chain.leds[i].body != body) continue;
    if (found.first < 0) {
      found.first = static_cast<int>(i);
    } else if (found.second < 0) {
      found.second = static_cast<int>(i);
    }
  }
  return found;
}

void place_leds(const RobotChain& chain, const double* state, std::span<Eigen::Vector3d> places) {
  Vector2 origin(state[0], state[1]);
  double angle = state[2];
  for (int body = 0; body <= chain.joint_count(); ++body) {
    for (std::size_t i = 0; i < chain.leds.size(); ++i) {
      const ChainLed& led = chain.leds[i];
      if (led.body != body) continue;
      const Vector2 p = origin + rotate(angle, led.at);
      places[i] = {p.x(), p.y(), led.height};
    }
    if (body == chain.joint_count()) return;
    origin += rotate(angle, chain.joints[body]);
    angle += state[3 + body];
  }
}

std::vector<Eigen::Vector3d> place_leds(const RobotChain& chain, const double* state) {
  std::vector<Eigen::Vector3d> places(chain.leds.size());
  place_leds(chain, state, places);
  return places;
}

Vector2 place_hand(const RobotChain& chain, const double* state) {
  Vector2 origin(state[0], state[1]);
  double angle = state[2];
  for (int i = 0; i < chain.joint_count(); ++i) {
    origin += rotate(angle, chain.joints[i]);
    angle += state[3 + i];
  }
  return origin + rotate(angle, chain.hand);
}

}  // namespace freefloat
