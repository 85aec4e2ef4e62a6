#include "config/files/robot_file.h"

#include <set>

#include "types/marker_frame.h"

namespace freefloat {

namespace {

Fields<RobotParameters> satellite_fields() {
  using S = RobotParameters;
  return {
      required(number("mass_kg", &S::satellite_mass, above(0, 1e5), "Mass m_0.")),
      required(number("inertia_kg_m2", &S::satellite_inertia, above(0, 1e6),
                      "Inertia I_0 about the mass centre.")),
      required(number("to_joint_m", &S::satellite_to_joint, between(-10, 10),
                      "b_0: from the mass centre to joint 1, [x, y] in the satellite's frame.")),
      required(number("size_m", &S::satellite_size, above(0, 20), "Outline along the satellite's x and y.")),
      number("heights_m", &S::satellite_heights, between(0, 5),
             "Its bottom and top above the table: only what shares a height can touch."),
  };
}

Fields<LinkParameters> link_fields() {
  using L = LinkParameters;
  return {
      required(number("mass_kg", &L::mass, above(0, 1e5), "Mass m_i.")),
      required(number("inertia_kg_m2", &L::inertia, above(0, 1e6), "Inertia I_i about the mass centre.")),
      required(number("to_mass_centre_m", &L::to_mass_centre, between(-10, 10),
                      "a_i: from the link's own joint to its mass centre, [along, across].")),
      required(number("to_end_m", &L::to_end, between(-10, 10),
                      "b_i: from the mass centre to the next joint, or to the hand, [along, across].")),
      number("width_mm", &L::width, between(0, 5000), "Of its outline; 0: nothing can touch it."),
      number("heights_m", &L::heights, between(0, 5), "Its bottom and top above the table."),
  };
}

Fields<GripperShape> gripper_shape_fields() {
  using G = GripperShape;
  return {
      number("jaws_m", &G::jaws, between(-10, 10),
             "Open jaws [along, across] from the hand, in the last link's frame."),
      number("jaw_radius_mm", &G::jaw_radius, above(0, 1000), "The jaws are round."),
      number("heights_m", &G::heights, between(0, 5), "Their bottom and top above the table."),
  };
}

Fields<JointLimits> joint_fields() {
  using J = JointLimits;
  return {
      required(number("min_deg", &J::min, between(-36000, 36000), "Smallest joint angle.")),
      required(number("max_deg", &J::max, between(-36000, 36000), "Largest joint angle.")),
      required(number("max_rate_deg_s", &J::max_rate, above(0, 3600), "What the drive can do.")),
  };
}

Fields<MarkerParameters> marker_fields() {
  using M = MarkerParameters;
  return {
      required(text("name", &M::name, "Name of the LED.")),
      required(number("body", &M::body, between(0, kMaxJoints), "0: the satellite; i: link i.")),
      required(number("position_m", &M::position, between(-10, 10),
                      "From the body's mass centre, [x, y] in its frame.")),
      required(number("height_m", &M::height, between(0, 5), "Above the table.")),
  };
}

/// A rigid body of mass m whose matter lies within `reach` of its mass centre has at most I = m reach^2.
/// `reach` is taken generously, as the whole length of the part: published tables hold inertias above what
/// matter between the joints alone could have (link 1 of Yoshida & Umetani 1990, Table 2), since motors and
/// wiring overhang.
void check_inertia(double mass, double inertia, double reach, const ConfigNode* part, Problems& problems) {
  const double largest = mass * reach * reach;
  const ConfigNode* value = part == nullptr ? nullptr : part->find("inertia_kg_m2");
  if (value != nullptr && inertia > largest) {
    problems.add_at(*value, "no body of this mass and size has so much inertia",
                    "above 0, at most mass * length^2 = " + format_number(largest) + " kg m^2",
                    "check the units: kg m^2, about the mass centre");
  }
}

}  // namespace

Fields<RobotParameters> robot_fields() {
  using R = RobotParameters;
  return {
      required(text("name", &R::name, "Name of the robot.")),
      required(section("satellite", satellite_fields(), "The satellite, body 0.")),
      required(list("links", &R::links, link_fields(), 1, kMaxJoints,
                    "The arm's links, from the satellite to the hand.")),
      section("gripper", &R::gripper, gripper_shape_fields(),
              "The jaws on the hand, as they can be touched."),
      required(list("joints", &R::joint_limits, joint_fields(), 1, kMaxJoints,
                    "Limits of the joints, one a link.")),
      list("markers", &R::markers, marker_fields(), 0, kMaxMarkers - 1,
           "LEDs that the ceiling camera sees; a robot for the model alone needs none."),
  };
}

void check_robot(const RobotParameters& robot, const ConfigNode& node, Problems& problems) {
  const ConfigNode* links = node.find("links");
  const ConfigNode* joints = node.find("joints");
  if (joints != nullptr && robot.joint_limits.size() != robot.links.size()) {
    problems.add_at(*joints,
                    "there are " + std::to_string(robot.joint_limits.size()) + " joints but " +
                        std::to_string(robot.links.size()) + " links",
                    "one joint a link", "add or remove joints");
  }
  check_inertia(robot.satellite_mass, robot.satellite_inertia, robot.satellite_size.norm(),
                node.find("satellite"), problems);
  for (std::size_t i = 0; i < robot.links.size() && links != nullptr; ++i) {
    const LinkParameters& link = robot.links[i];
    const double length = link.to_mass_centre.norm() + link.to_end.norm();
    if (length <= 0.0) {
      problems.add_at(links->items[i], "the link has no length", "to_mass_centre_m or to_end_m above 0");
      continue;
    }
    check_inertia(link.mass, link.inertia, length, &links->items[i], problems);
  }
  for (std::size_t i = 0; i < robot.joint_limits.size() && joints != nullptr; ++i) {
    const JointLimits& limits = robot.joint_limits[i];
    if (limits.min >= limits.max) {
      problems.add_at(*joints->items[i].find("max_deg"), "is not above min_deg",
                      "above " + shown_value(*joints->items[i].find("min_deg")) + " deg");
    }
  }
  std::set<std::string> names;
  const ConfigNode* markers = node.find("markers");
  for (std::size_t i = 0; i < robot.markers.size() && markers != nullptr; ++i) {
    const MarkerParameters& marker = robot.markers[i];
    if (marker.body > robot.joint_count()) {
      problems.add_at(*markers->items[i].find("body"), "the robot has no such body",
                      "0 (satellite) to " + std::to_string(robot.joint_count()) + " (last link)");
    }
    if (!names.insert(marker.name).second) {
      problems.add_at(*markers->items[i].find("name"), "two LEDs have this name", "a name of its own");
    }
  }
}

}  // namespace freefloat
