#include "estimation/fit_posture.h"

#include <array>
#include <cmath>

#include "estimation/usable_marker.h"
#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLeastBaseLine = 0.05;     // of two LEDs that tell an attitude, m
constexpr double kLengthTolerance = 0.015;  // m

std::optional<std::size_t> find_on_link(const RobotFilterSetup& setup, const MarkerFrame& frame, int body) {
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    if (setup.markers[i].body == body && is_usable(frame.markers[i])) return i;
  }
  return std::nullopt;
}

/// @return LEDs of a body that can be used, a bit each.
std::uint32_t usable_on(const RobotFilterSetup& setup, const MarkerFrame& frame, int body) {
  std::uint32_t leds = 0;
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    if (setup.markers[i].body == body && is_usable(frame.markers[i])) leds |= 1u << i;
  }
  return leds;
}

}  // namespace

std::optional<SatellitePose> fit_satellite_pose(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                                const JointVector& joints, int last_body) {
  const Posture straight = compute_posture(0.0, joints);
  std::array<Vector2, kMaxMarkers> p_GM;
  std::size_t first = 0;
  std::size_t second = 0;
  double base_line = kLeastBaseLine;
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    const MarkerParameters& marker = setup.markers[i];
    if (marker.body > last_body || !is_usable(frame.markers[i])) continue;
    p_GM[i] = compute_point(setup.model, straight, marker.body, marker.position).p_GX;
    for (std::size_t k = 0; k < i; ++k) {
      if (setup.markers[k].body > last_body || !is_usable(frame.markers[k])) continue;
      const double distance = (p_GM[i] - p_GM[k]).norm();
      if (distance <= base_line) continue;
      base_line = distance;
      first = k;
      second = i;
    }
  }
  if (first == second) return std::nullopt;
  const Vector2 in_robot = p_GM[second] - p_GM[first];
  const Vector2 in_table = frame.markers[second].p_WM - frame.markers[first].p_WM;
  SatellitePose pose;
  pose.theta_WB = std::atan2(cross(in_robot, in_table), in_robot.dot(in_table));
  const Vector2 middle_in_robot =
      0.5 * (p_GM[first] + p_GM[second]) - satellite_from_mass_centre(setup.model, straight);
  const Vector2 middle = 0.5 * (frame.markers[first].p_WM + frame.markers[second].p_WM);
  pose.p_WB = middle - rotate(pose.theta_WB, middle_in_robot);
  pose.length_error = in_table.norm() - in_robot.norm();
  return pose;
}

std::optional<JointFit> fit_joint(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                  const SatellitePose& satellite, const JointVector& joints, int body) {
  const auto marker = find_on_link(setup, frame, body);
  if (!marker) return std::nullopt;
  const Posture posture = compute_posture(satellite.theta_WB, joints);
  const Vector2 p_WG = satellite.p_WB - satellite_from_mass_centre(setup.model, posture);
  const PointMotion led = compute_point(setup.model, posture, body, setup.markers[*marker].position);
  // The LED seen from its joint, rotated by a right angle, is what the joint's own turn adds to its
  // motion; the satellite is held, so the motion of the mass centre must be taken out.
  const PointMotion centre = compute_point(setup.model, posture, 0, Vector2::Zero());
  const Vector2 turned = led.by_joints().col(body - 1) - centre.by_joints().col(body - 1);
  const Vector2 arm{turned.y(), -turned.x()};  // joint to LED
  const Vector2 joint = p_WG + led.p_GX - arm;
  const Vector2 seen = frame.markers[*marker].p_WM - joint;
  return JointFit{joints[body - 1] + std::atan2(cross(arm, seen), arm.dot(seen)), seen.norm() - arm.norm()};
}

PostureFit fit_posture(const RobotFilterSetup& setup, const MarkerFrame& frame, const JointVector& near) {
  PostureFit result;
  const auto satellite = fit_satellite_pose(setup, frame, near, 0);
  if (!satellite) return result;
  // Behind LEDs that are not where they belong nothing tells whether the next ones are.
  const auto can_go_on = [&](double length_error, int body) {
    if (!(std::abs(length_error) <= setup.config.marker_tolerance) && result.wrong_lengths == 0)
      result.wrong_lengths = usable_on(setup, frame, body);
    return std::abs(length_error) <= kLengthTolerance;
  };
  if (!can_go_on(satellite->length_error, 0)) return result;
  JointVector joints = near;
  int count = 0;
  while (count < setup.model.joint_count()) {
    const auto fit = fit_joint(setup, frame, *satellite, joints, count + 1);
    if (!fit || !can_go_on(fit->length_error, count + 1)) break;
    joints[count++] = fit->angle;
  }
  result.joints = joints.head(count);
  return result;
}

}  // namespace freefloat
