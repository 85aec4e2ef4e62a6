#pragma once

#include <cstdint>
#include <vector>

#include "control/controller_config.h"
#include "types/state_estimate.h"

namespace freefloat {

/// A path that a hand was led along in a run, to be drawn.
struct FollowedPath {
  std::size_t phase = 0;               ///< position in the experiment, from 0
  std::vector<Vector2> wanted;         ///< the path, m
  std::vector<Vector2> by_fixed_base;  ///< what an ordinary robot's Jacobian would have made of it, m
};

/// Draws a path as it was wanted and, when the generalized Jacobian led the hand, computes what the Jacobian
/// of a robot with a fixed base would have done from the same start: on a robot without noise, its satellite
/// turned by every motion of the arm.
/// @param number Of the path. @param start The estimate with which the motion began, valid.
FollowedPath compare_path(const ControllerConfig& config, std::uint32_t number, const StateEstimate& start);

}  // namespace freefloat
