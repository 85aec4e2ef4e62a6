#include "identification/body_masses.h"

#include <algorithm>

namespace freefloat {

BodyMasses masses_of(const RobotParameters& robot, const RobotParameters& reference) {
  BodyMasses masses;
  const Eigen::Index bodies = robot.joint_count() + 1;
  masses.mass.resize(bodies);
  masses.inertia.resize(bodies);
  masses.mass[0] = robot.satellite_mass;
  masses.inertia[0] = robot.satellite_inertia;
  masses.centre.push_back(reference.satellite_to_joint - robot.satellite_to_joint);
  for (Eigen::Index i = 1; i < bodies; ++i) {
    const LinkParameters& link = robot.links[i - 1];
    masses.mass[i] = link.mass;
    masses.inertia[i] = link.inertia;
    masses.centre.push_back(link.to_mass_centre);
  }
  return masses;
}

RobotParameters with_masses(const RobotParameters& reference, const BodyMasses& masses) {
  RobotParameters robot = reference;
  const BodyMasses before = masses_of(reference, reference);
  for (std::size_t body = 0; body < masses.centre.size(); ++body) {
    const Vector2 shift = masses.centre[body] - before.centre[body];
    const auto at = static_cast<Eigen::Index>(body);
    if (body == 0) {
      robot.satellite_mass = masses.mass[0];
      robot.satellite_inertia = masses.inertia[0];
      robot.satellite_to_joint -= shift;
    } else {
      LinkParameters& link = robot.links[body - 1];
      link.mass = masses.mass[at];
      link.inertia = masses.inertia[at];
      link.to_mass_centre += shift;
      link.to_end -= shift;
    }
    for (MarkerParameters& marker : robot.markers)
      if (marker.body == static_cast<int>(body)) marker.position -= shift;
  }
  return robot;
}

Eigen::VectorXd MomentumParameters::list() const {
  const auto bodies = static_cast<Eigen::Index>(vectors.size());
  Eigen::VectorXd all(3 * bodies);
  for (Eigen::Index i = 0; i < bodies; ++i) all.segment<2>(2 * i) = vectors[i];
  all.tail(bodies) = inertias;
  return all;
}

MomentumParameters MomentumParameters::from_list(const Eigen::VectorXd& list) {
  MomentumParameters parameters;
  const Eigen::Index bodies = list.size() / 3;
  for (Eigen::Index i = 0; i < bodies; ++i) parameters.vectors.emplace_back(list.segment<2>(2 * i));
  parameters.inertias = list.tail(bodies);
  return parameters;
}

MomentumParameters momentum_parameters(const BodyGeometry& geometry, const BodyMasses& masses) {
  MomentumParameters parameters;
  const Eigen::Index bodies = masses.mass.size();
  const double total = masses.total();
  parameters.inertias.resize(bodies);
  for (Eigen::Index i = 0; i < bodies; ++i) {
    const double own = masses.mass[i] / total;
    const double behind = masses.mass.tail(bodies - 1 - i).sum() / total;
    const Vector2 vector = behind * geometry.to_next[i] + own * masses.centre[i];
    parameters.vectors.push_back(vector);
    parameters.inertias[i] = masses.inertia[i] / total + behind * geometry.to_next[i].squaredNorm() +
                             own * masses.centre[i].squaredNorm() - vector.squaredNorm();
  }
  return parameters;
}

std::string body_name(Eigen::Index body) {
  return body == 0 ? std::string("satellite") : "link " + std::to_string(body);
}

std::vector<std::string> find_inconsistencies(const BodyGeometry& geometry, const BodyMasses& masses) {
  std::vector<std::string> found;
  for (Eigen::Index body = 0; body < masses.mass.size(); ++body) {
    // As far as the body is known to reach: its joints and LEDs.
    double reach = geometry.to_next[body].norm();
    for (const BodyGeometry::Led& led : geometry.leds)
      if (led.body == body) reach = std::max(reach, led.place.norm());
    const std::string name = body_name(body);
    if (!(masses.mass[body] > 0.0)) found.push_back(name + ": its mass is not positive");
    if (!(masses.inertia[body] > 0.0)) found.push_back(name + ": its inertia is not positive");
    // The polar inertia of a plane body is the sum of both in the plane: at most all matter at its reach.
    const double largest = masses.mass[body] * 4.0 * reach * reach;
    if (masses.inertia[body] > largest)
      found.push_back(name + ": no body of this mass and size has so much inertia");
    if (masses.centre[body].norm() > 1.5 * reach)
      found.push_back(name + ": its mass centre lies far outside of it");
  }
  return found;
}

}  // namespace freefloat
