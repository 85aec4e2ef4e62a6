#pragma once

#include <vector>

#include "model/planar_model.h"
#include "model/robot_parameters.h"
#include "studies/study.h"

namespace freefloat {

/// @param phi1, phi2 Joint angles, deg.
/// @return The same in rad.
JointVector joints_deg(double phi1, double phi2);

/// A cycle of the joints after which the satellite has turned: Fig. 4.
struct DrivenCycle {
  std::vector<JointVector> joints;  ///< rad, along the cycle
  std::vector<Vector2> hand;        ///< seen from the mass centre, m
  double turn = 0.0;                ///< of the satellite, rad
};

/// Both joints through a square of 60 deg, with the momentum zero. The text gives no numbers for Fig. 4.
DrivenCycle run_joint_cycle(const PlanarModel& model);

/// Tables 1 and 2 against each other.
StudyTable compare_dimensions(const RobotParameters& robot);

/// Eqs. (5), (6), (9), (10), the guaranteed workspace, and where the generalized Jacobian is really singular.
StudyTable compare_workspace(const RobotParameters& robot, const PlanarModel& model);

/// Eq. (8) against the motion itself, and Fig. 4.
StudyTable compare_motion(const PlanarModel& model, const DrivenCycle& cycle);

/// Eqs. (13), (15), (16), taken by themselves.
StudyTable compare_laws();

}  // namespace freefloat
