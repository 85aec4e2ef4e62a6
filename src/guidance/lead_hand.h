#pragma once

#include "guidance/capture_plan.h"
#include "guidance/guidance_config.h"
#include "guidance/task_space.h"

namespace freefloat {

/// What leads the hand of one robot during a capture.
struct LeadSetup {
  const GuidanceConfig& config;
  const HandWorkspace& workspace;
  double period = 0.0;  ///< of the cycle that the velocity is held for, s
  bool moving = false;  ///< the target's velocity counts
};

/// The velocity that leads the hand towards the target in one cycle: Eqs. (11) or (15), then (16), or their
/// successors.
/// @param setup Law, workspace and cycle.
/// @param s Hand, target and mass centre.
/// @param now The cycle's time.
/// @param plan Chart and meeting time; the chart becomes Cartesian once the straight line to the target is
/// free.
HandVelocity lead_hand(const LeadSetup& setup, const TaskSpaceState& s, Time now, CapturePlan& plan);

}  // namespace freefloat
