#pragma once

#include "model/robot_parameters.h"
#include "studies/ideal_capture.h"
#include "studies/study.h"
#include "studies/yoshida_umetani_1990_model.h"

namespace freefloat {

/// Fig. 4 (a): the cycle in joint space; Fig. 4 (b): the hand's way meanwhile.
Figure draw_joint_cycle(const DrivenCycle& cycle);
Figure draw_cycle_of_hand(const DrivenCycle& cycle);

/// A capture from above: robot at equal times, hand, target and guaranteed workspace. Figs. 5, 9, 10.
/// @param id Unique in the page.
Figure draw_capture(const std::string& id, const std::string& heading, const std::string& caption,
                    const RobotParameters& robot, const PlanarModel& model, const CaptureRun& run);

/// How near to singular two captures of the moving target come, and what they ask of the joints.
/// @param limit phi_max, rad/s.
Figure draw_singularity(const CaptureRun& plain, const CaptureRun& corrected, double limit);

}  // namespace freefloat
