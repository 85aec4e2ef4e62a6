#pragma once

#include "guidance/capture_plan.h"
#include "guidance/guidance_config.h"
#include "guidance/situation.h"
#include "guidance/tangent_correction.h"

namespace freefloat {

/// Everything about a hand velocity that does not change during a capture.
struct LeadSetup {
  GuidanceConfig config;
  HandWorkspace workspace;
  double period = 0.0;  ///< of the cycle that the velocity is held for, s
  bool moving = false;  ///< the target's velocity counts
};

/// The velocity that leads the hand towards the target in one cycle: Eqs. (11) or (15), then (16), or their
/// successors.
/// @param now The cycle's time.
/// @param plan Chart and meeting time; the chart becomes Cartesian once the straight line to the target is
/// free.
/// @return Hand velocity wanted, m/s, and whether an edge of the workspace turned it.
CorrectedVelocity lead_hand(const LeadSetup& setup, const Situation& situation, Time now, CapturePlan& plan);

}  // namespace freefloat
