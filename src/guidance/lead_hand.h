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

/// How the hand is to move in one cycle.
struct LeadVelocity {
  Vector2 v_WE = Vector2::Zero();      ///< to be commanded, m/s
  Vector2 v_WE_end = Vector2::Zero();  ///< what the next cycle goes on from when this one was followed, m/s
  bool corrected = false;              ///< an edge of the workspace turned it
};

/// The velocity that leads the hand towards the target in one cycle: Eqs. (11) or (15), then (16), or their
/// successors.
/// @param setup Law, workspace and cycle.
/// @param situation Hand, target and mass centre.
/// @param now The cycle's time.
/// @param plan Chart and meeting time; the chart becomes Cartesian once the straight line to the target is
/// free.
LeadVelocity lead_hand(const LeadSetup& setup, const Situation& situation, Time now, CapturePlan& plan);

}  // namespace freefloat
