#include "runlog/robot_description.h"

#include <cmath>
#include <sstream>

#include "runlog/robot_frames.h"

namespace freefloat {
namespace {

// As the live scene draws them.
constexpr double kSatelliteHeight = 0.08;
constexpr double kLinkHeight = 0.06;
constexpr double kLinkThickness = 0.03;
constexpr double kHandSize = 0.02;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

/// Only the inertia about z is known of a planar body; the others are those of a flat one.
void write_inertial(std::ostream& out, double mass, double inertia, const Vector2& centre) {
  out << "    <inertial>\n      <origin xyz=\"" << centre.x() << " " << centre.y()
      << " 0\"/>\n      <mass value=\"" << mass << "\"/>\n      <inertia ixx=\"" << 0.5 * inertia
      << "\" ixy=\"0\" ixz=\"0\" iyy=\"" << 0.5 * inertia << "\" iyz=\"0\" izz=\"" << inertia
      << "\"/>\n    </inertial>\n";
}

void write_box(std::ostream& out, const Vector2& size, double height, const Vector2& centre, double z,
               double angle) {
  for (const char* part : {"visual", "collision"}) {
    out << "    <" << part << ">\n      <origin xyz=\"" << centre.x() << " " << centre.y() << " " << z
        << "\" rpy=\"0 0 " << angle << "\"/>\n      <geometry><box size=\"" << size.x() << " " << size.y()
        << " " << height << "\"/></geometry>\n    </" << part << ">\n";
  }
}

void write_link(std::ostream& out, const LinkParameters& link, const std::string& name) {
  const Vector2 end = link.to_mass_centre + link.to_end;
  out << "  <link name=\"" << name << "\">\n";
  write_inertial(out, link.mass, link.inertia, link.to_mass_centre);
  write_box(out, {end.norm(), kLinkThickness}, kLinkThickness, 0.5 * end, kLinkHeight,
            std::atan2(end.y(), end.x()));
  out << "  </link>\n";
}

void write_joint(std::ostream& out, const std::string& name, const std::string& parent,
                 const std::string& child, const Vector2& place, const JointLimits* limits) {
  out << "  <joint name=\"" << name << "\" type=\"" << (limits != nullptr ? "revolute" : "fixed")
      << "\">\n    <parent link=\"" << parent << "\"/>\n    <child link=\"" << child
      << "\"/>\n    <origin xyz=\"" << place.x() << " " << place.y() << " 0\"/>\n";
  if (limits != nullptr) {
    out << "    <axis xyz=\"0 0 1\"/>\n    <limit lower=\"" << limits->min << "\" upper=\"" << limits->max
        << "\" velocity=\"" << limits->max_rate << "\" effort=\"0\"/>\n";
  }
  out << "  </joint>\n";
}

}  // namespace

std::string make_robot_description(const RobotParameters& robot) {
  std::ostringstream out;
  out.precision(17);
  out << "<?xml version=\"1.0\"?>\n<robot name=\"" << escaped(robot.name) << "\">\n  <link name=\""
      << kSatelliteFrame << "\">\n";
  write_inertial(out, robot.satellite_mass, robot.satellite_inertia, Vector2::Zero());
  write_box(out, robot.satellite_size, kSatelliteHeight, Vector2::Zero(), 0.5 * kSatelliteHeight, 0.0);
  out << "  </link>\n";
  std::string parent = kSatelliteFrame;
  Vector2 place = robot.satellite_to_joint;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const LinkParameters& link = robot.links[i];
    write_link(out, link, link_frame(i));
    write_joint(out, "joint_" + std::to_string(i + 1), parent, link_frame(i), place,
                &robot.joint_limits.at(i));
    parent = link_frame(i);
    place = link.to_mass_centre + link.to_end;
  }
  out << "  <link name=\"" << kHandFrame << "\">\n";
  write_box(out, {kHandSize, kHandSize}, kHandSize, Vector2::Zero(), kLinkHeight, 0.0);
  out << "  </link>\n";
  write_joint(out, "hand_mount", parent, kHandFrame, place, nullptr);
  out << "</robot>\n";
  return out.str();
}

}  // namespace freefloat
