#pragma once

#include "control/control_setup.h"
#include "guidance/fall_watch.h"
#include "guidance/meeting.h"
#include "types/cycle.h"

namespace freefloat {

/// A search among postures to meet the target in, a share of it in each cycle.
struct MeetingSearch {
  int start = 0;  ///< where Newton's method begins next
  int round = 0;  ///< of meetings that are earliest later and later
  bool found = false;
  Meeting best;
  double best_cost = 0.0;                  ///< s
  MeetingWay way = MeetingWay::kKeptLeft;  ///< of the best
  WaysToMeet ways;                         ///< the quickest on each
};

/// The memory of a capture that is planned in time: guidance.urgency above 0.
struct MeetingPlanner {
  bool planned = false;
  Meeting plan;
  Time at{};                ///< the time that `plan.time` counts from
  int failed = 0;           ///< refinements in a row that did not meet
  int failed_searches = 0;  ///< in a row
  MeetingSearch search;
  std::uint32_t number = 0;                ///< of the plan, rising with each that is taken
  MeetingWay way = MeetingWay::kKeptLeft;  ///< of the plan
  WaysToMeet ways;                         ///< that it was chosen from

  bool unreachable() const { return !planned && failed_searches >= kSearchesToGiveUp; }
  static constexpr int kSearchesToGiveUp = 3;
};

/// @param config Rates and accelerations of the joints.
/// @return All that each joint can do.
RampLimits whole_ramp(const ControllerConfig& config);

/// @param config Urgency, rates and accelerations of the joints.
/// @return What the plan may use of them: share u of the rate and u^2 of the acceleration, so that u slows
/// time down and changes nothing of the paths.
RampLimits urgent_ramp(const ControllerConfig& config);

/// A joint that is told its ramp's rate once a period holds each until the next, so that it follows the ramp
/// half a period late; its drive reaches each with an acceleration of its own, later still. Ramps are
/// therefore planned from where the joints are when the last command is in the middle of its effect.
/// @param config Period, urgency, rates and accelerations of the joints.
/// @return How long that is before the middle of the coming command's effect, s.
double before_effect(const ControllerConfig& config);

/// @param setup Robot and limits.
/// @param estimate The newest: of the middle of the coming command's effect, the last one held until then.
/// @param commanded Joint rates of the last cycle, rad/s.
/// @param fall What the table's tilt does. @param moving The target floats, and falls with the robot.
/// @return All as it is `before_effect` earlier; with the line along which the hand is to come, if any.
MeetingScene meeting_scene(const ControlSetup& setup, const StateEstimate& estimate,
                           const JointVector& commanded, const FallWatch& fall, bool moving);

/// @return Which way a meeting is reached.
/// @param joints Now, rad. @param meeting Posture of the meeting, rad.
MeetingWay way_to(const JointVector& joints, const JointVector& meeting);

/// @param planner After a cycle. @param fall As in the scene.
/// @return What the log keeps of it.
MeetingOutput describe_meeting(const MeetingPlanner& planner, const Vector2& fall);

/// One cycle of a capture that is planned in time: the meeting is refined from where all is now, other
/// meetings are looked for, and the joints go on along the ramps to the best. Re-planned in each cycle; the
/// rates that the joints have are where each plan begins.
/// @param setup Robot, limits, urgency. @param scene Where all is.
/// @param at The scene's time. @param planner The memory; goes on.
/// @return Joint rates for the coming cycle, not yet limited, rad/s; zero while there is no plan.
JointVector meet_target(const ControlSetup& setup, const MeetingScene& scene, Time at,
                        MeetingPlanner& planner);

}  // namespace freefloat
