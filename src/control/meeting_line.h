#pragma once

#include "control/controller_config.h"
#include "guidance/approach_line.h"
#include "guidance/meeting.h"

namespace freefloat {

/// What a hand that is to come along a line meets in a capture that is planned in time: the line's begin, in
/// full flight along it; once it is on the line, the point that slides from where the hand is to the target,
/// slower and slower. Depends on where the hand is, on nothing before.
/// @param config Urgency, and the hand's speed and acceleration where it is led.
/// @param line As it is wished. @param s Hand and target. @param theta_WE Angle of the hand, rad.
/// @param now Their time.
MeetingLine meeting_line(const GuidanceConfig& config, const ApproachLine& line, const TaskSpaceState& s,
                         double theta_WE, Time now);

}  // namespace freefloat
