#pragma once

#include "control/control_setup.h"
#include "guidance/meeting.h"

namespace freefloat {

/// Where the hand is to come along a line, from maybe behind the target, to its begin first.
/// @param setup Robot, limits, clearance. @param meeting Of the ramps. @param scene Their begin.
/// @param tried Their end.
/// @return Whether nothing touches the target's outline on that way, the hand keeps away from it beside the
/// line, and comes from the line's begin to the target with the joints within their limits. Always where
/// there is no line, or the hand is on it.
bool comes_along_line(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene,
                      const Meeting& tried);

/// @param setup Robot and limits. @param meeting Of the ramps. @param scene Their begin.
/// @param tried Their end.
/// @return Whether the monitors would hold the robot on its way: satellite and target, or the arm and the
/// table's edge, would touch.
bool will_be_held(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene,
                  const Meeting& tried);

}  // namespace freefloat
