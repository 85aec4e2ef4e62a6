#include "calibration/robot_chain.h"

#include <Eigen/Geometry>

namespace freefloat {
namespace {

/// Origin and attitude of each body's frame: of the satellite its mass centre, of a link its joint.
struct BodyFrames {
  std::vector<Vector2> origins;
  std::vector<double> angles;
};

BodyFrames place_bodies(const RobotChain& chain, const double* state) {
  BodyFrames frames{{{state[0], state[1]}}, {state[2]}};
  for (int i = 0; i < chain.joint_count(); ++i) {
    frames.origins.push_back(frames.origins.back() +
                             Eigen::Rotation2Dd(frames.angles.back()) * chain.joints[i]);
    frames.angles.push_back(frames.angles.back() + state[3 + i]);
  }
  return frames;
}

}  // namespace

RobotChain chain_of(const RobotParameters& robot) {
  RobotChain chain;
  chain.joints.push_back(robot.satellite_to_joint);
  for (std::size_t i = 0; i + 1 < robot.links.size(); ++i)
    chain.joints.push_back(robot.links[i].to_mass_centre + robot.links[i].to_end);
  for (const MarkerParameters& marker : robot.markers) {
    const Vector2 shift = marker.body == 0
                              ? Vector2::Zero().eval()
                              : robot.links[static_cast<std::size_t>(marker.body) - 1].to_mass_centre;
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
    if (marker.body > 0)
      marker.position -= robot.links[static_cast<std::size_t>(marker.body) - 1].to_mass_centre;
    marker.height = chain.leds[m].height;
  }
}

std::vector<Eigen::Vector3d> place_leds(const RobotChain& chain, const double* state) {
  const BodyFrames frames = place_bodies(chain, state);
  std::vector<Eigen::Vector3d> places;
  for (const ChainLed& led : chain.leds) {
    const auto body = static_cast<std::size_t>(led.body);
    const Vector2 p = frames.origins[body] + Eigen::Rotation2Dd(frames.angles[body]) * led.at;
    places.emplace_back(p.x(), p.y(), led.height);
  }
  return places;
}

Vector2 place_hand(const RobotChain& chain, const double* state) {
  const BodyFrames frames = place_bodies(chain, state);
  return frames.origins.back() + Eigen::Rotation2Dd(frames.angles.back()) * chain.hand;
}

}  // namespace freefloat
