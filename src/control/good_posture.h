#pragma once

#include "model/planar_model.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// A posture from which every direction of the hand is easy.
struct GoodPosture {
  JointVector joints;  ///< rad, length n; the first entry means nothing, since joint 1 may stay where it is
  double sigma_min = 0.0;  ///< of the generalized Jacobian's position rows there, m
};

/// Searches joints 2 .. n on a grid for the posture that is best conditioned at the worst angle of joint 1.
/// Takes some milliseconds: before the run only.
/// @return sigma_min = 0 when there is none, as for n = 1.
GoodPosture find_good_posture(const PlanarModel& model, const std::vector<JointLimits>& limits);

}  // namespace freefloat
