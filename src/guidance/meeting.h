#pragma once

#include <array>

#include "guidance/falling_point.h"
#include "guidance/joint_ramp.h"
#include "model/motion_limits.h"
#include "model/planar_model.h"

namespace freefloat {

/// Robot and target at one instant, and how they go on when nobody acts.
struct MeetingScene {
  double theta_WB = 0.0;          ///< rad
  JointVector joints;             ///< rad
  JointVector rates;              ///< that the joints have been told, rad/s
  double angular_momentum = 0.0;  ///< L about G, N m s
  FallingPoint mass_centre;       ///< G of the robot
  TurningPoint target;
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
  double miss = 1e9;       ///< predicted distance of hand and target then, m
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
/// and not the hand. Arms with n > 2 take the joints' smallest change.
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
