#pragma once

#include <vector>

#include "hal/sim/drive_parameters.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// Inertia that each drive feels when it alone moves and the robot floats freely: all bodies on either side
/// of the joint are taken as one, in the stretched posture.
///
/// With outer part B turning against inner part A (masses m, inertias I about the mass centres, a and b the
/// distances of the mass centres from the joint, mu = m_A m_B / (m_A + m_B), alpha = I_A + mu a^2, beta = I_B
/// + mu b^2, gamma = mu a b cos phi), zero angular momentum leaves J = (alpha beta - gamma^2) / (alpha + beta
/// + 2 gamma).
/// @return One a joint, kg m^2: geometric mean of J's least and greatest value over the joint's turn.
std::vector<double> estimate_joint_inertias(const RobotParameters& robot);

/// Inertia that each drive feels in the first instant, before the other joints' servos answer: all joints
/// free, in the stretched posture, where they are coupled most. In a long arm of light links far less than
/// the above.
/// @param drives One a joint.
/// @return One a joint, kg m^2, the joint's own rotor included: 1 / (H^-1)_jj of the joints' inertia matrix H
/// for zero momentum.
std::vector<double> estimate_instant_inertias(const RobotParameters& robot,
                                              const std::vector<DriveParameters>& drives);

}  // namespace freefloat
