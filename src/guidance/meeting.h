#pragma once

#include <array>
#include <optional>

#include "guidance/falling_point.h"
#include "guidance/joint_ramp.h"
#include "model/motion_limits.h"
#include "model/planar_model.h"

namespace freefloat {

/// A point in W.
struct PointState {
  Vector2 p = Vector2::Zero();  ///< m
  Vector2 v = Vector2::Zero();  ///< m/s
};

/// Where a hand meets the target that is to come to it along a line: at the line's begin, or, once it is on
/// the line, a point that slides along it to the target.
struct MeetingLine {
  double before = 0.0;     ///< so far before the grapple point is the point to be met, m, at the scene's time
  double direction = 0.0;  ///< in which the hand comes, rad, in W, at the scene's time
  double rate = 0.0;       ///< it turns with the target, rad/s
  double tolerance = 0.0;  ///< that its way may be off, rad
  double speed = 0.0;      ///< of the hand along the line at the meeting, m/s
  bool slides = false;     ///< the point goes along the line at that speed
  bool turns_hand = false;  ///< at the meeting the hand looks along the line, and turns with it

  double direction_after(double time) const { return direction + rate * time; }
};

/// Robot and target at one instant, and how they go on when nobody acts.
struct MeetingScene {
  double theta_WB = 0.0;          ///< rad
  JointVector joints;             ///< rad
  JointVector rates;              ///< that the joints have been told, rad/s
  double angular_momentum = 0.0;  ///< L about G, N m s
  FallingPoint mass_centre;       ///< G of the robot
  TurningPoint target;
  std::optional<MeetingLine> line;  ///< none: the hand comes from anywhere

  /// @param time From now, s. @return The point that the hand meets then, m and m/s: the target, or a point
  /// of its line.
  PointState goal_after(double time) const;
};

/// What does not change while a meeting is looked for.
struct MeetingSetup {
  const PlanarModel& model;  ///< of the robot as it is
  const MotionLimits& limits;
  RampLimits ramp;             ///< that the plan may use, of each joint
  double singularity = 0.0;    ///< singular value of J* at the meeting below which it is damped, m
  double shortest_time = 0.0;  ///< no ramp is planned shorter, s
};

/// Where, when and how hand and target meet: the joints ramp to there, all in the same time.
struct Meeting {
  JointVector joints;      ///< at the meeting, rad
  JointVector rates;       ///< at the meeting, rad/s: the hand then moves as the target does
  double time = 0.0;       ///< until then, s
  double miss = 1e9;       ///< predicted distance of hand and goal then, m; of a hand that the line turns
                           ///< also its angle's error, at a lever of 0.05 m
  double sigma_min = 0.0;  ///< of J* there, m
};

/// Robot on its way to a meeting.
struct MeetingStep {
  double time = 0.0;      ///< since the scene's, s
  double theta_WB = 0.0;  ///< rad
  double w_WB = 0.0;      ///< rad/s
  JointVector joints;     ///< rad
  JointVector rates;      ///< means of the part, rad/s
};

/// Middles of equal parts of the way, in their order.
using MeetingPath = std::array<MeetingStep, 24>;

/// Moves a meeting to where hand and target do meet, by Newton's method with the generalized Jacobian at the
/// end: the joints' ramps are integrated with the momentum equation, Eq. (2) of Yoshida & Umetani 1990, P and
/// L kept, the mass centre falling. Singular postures on the way are no obstacle, since the joints are led
/// and not the hand. Arms with n > 2 take the joints' smallest change, or the one that turns the hand along
/// the line.
/// @param setup Robot and limits.
/// @param scene Where all is.
/// @param earliest Meetings before are not wanted, s from the scene's time.
/// @param iterations At most.
/// @param good Miss that ends the iterations, m.
/// @param meeting Its joints are where the search begins; all else is found.
/// @return Whether it is a meeting: met, within the joints' limits, at rates that the joints can have.
bool refine_meeting(const MeetingSetup& setup, const MeetingScene& scene, double earliest, int iterations,
                    double good, Meeting& meeting);

/// @param setup Limits of the ramps. @param scene Begin. @param meeting Posture and rates of the end.
/// @return The shortest time in which the joints reach this meeting at its rates, s.
double time_needed(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting);

/// @return The whole way there, by the momentum equation.
MeetingPath path_to_meeting(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting);

/// @param setup Limits of the ramps.
/// @param scene Begin of the ramps. @param meeting Their end.
/// @param joint From 0.
/// @return How this joint moves.
JointRamp ramp_to_meeting(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting,
                          Eigen::Index joint);

}  // namespace freefloat
