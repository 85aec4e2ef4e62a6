#pragma once

#include <cstdint>
#include <optional>

#include "estimation/robot_filter.h"
#include "types/marker_frame.h"

namespace freefloat {

/// Where the satellite is, by LEDs alone.
struct SatellitePose {
  double theta_WB = 0.0;           ///< rad
  Vector2 p_WB = Vector2::Zero();  ///< m
  double length_error = 0.0;       ///< between the two LEDs: seen minus known, m
};

/// Where a joint is, by an LED of the link behind it.
struct JointFit {
  double angle = 0.0;         ///< rad
  double length_error = 0.0;  ///< from the joint to the LED: seen minus known, m
};

/// Pose from the two usable LEDs of the bodies 0 .. `last_body` that are the farthest apart, these bodies
/// taken as rigid in the posture `joints` (rad, length n).
/// @return Nothing when there are no two LEDs far enough apart.
std::optional<SatellitePose> fit_satellite_pose(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                                const JointVector& joints, int last_body);

/// Angle of the joint before link `body`, by the direction from the joint to an LED of that link.
/// @param setup The robot's LEDs and gates.
/// @param frame The picture.
/// @param satellite By LEDs of the same picture.
/// @param joints rad, length n: those before the joint must be right, the joint's own tells which turn.
/// @param body 1 .. n.
/// @return rad; nothing when no LED of the link is seen.
std::optional<JointFit> fit_joint(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                  const SatellitePose& satellite, const JointVector& joints, int body);

/// What LEDs alone tell of the robot's shape.
struct PostureFit {
  JointVector joints;  ///< rad, of the first so many joints; empty when the satellite does not show two LEDs
  std::uint32_t wrong_lengths = 0;  ///< LEDs, a bit each, of which one is not what it is taken for
};

/// The satellite from two of its own LEDs, then joint after joint as far as each link shows an LED at the
/// distance that the robot's dimensions give, within 15 mm: others are not what they are taken for. LEDs that
/// are off by more than `setup.config.marker_tolerance` are told, although they may still do for an angle.
/// @param setup The robot's LEDs and tolerances.
/// @param frame The picture.
/// @param near Angles, rad, length n; LEDs know an angle within a turn only, the turn nearest to these is
/// taken.
PostureFit fit_posture(const RobotFilterSetup& setup, const MarkerFrame& frame, const JointVector& near);

}  // namespace freefloat
