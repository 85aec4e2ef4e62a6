#pragma once

#include "guidance/approach_line.h"
#include "guidance/guidance_config.h"
#include "guidance/task_space.h"
#include "types/cycle.h"

namespace freefloat {

/// How a target is to be captured: what the prediction chooses and the guidance follows.
struct CapturePlan {
  bool unfold =
      false;  ///< first turn the joints towards a well-conditioned posture, until the hand is in the annulus
  ChartKind chart = ChartKind::kCartesian;
  double elbow =
      1.0;  ///< unfold to the good posture (1) or to its mirror image (-1), the elbow on the other side
  Time rendezvous{};  ///< t_f; moving targets only
};

/// What leads the hand of one robot during a capture.
struct LeadSetup {
  const GuidanceConfig& config;
  const HandWorkspace& workspace;
  double period = 0.0;                     ///< of the cycle that the velocity is held for, s
  bool moving = false;                     ///< the target's velocity counts
  const ApproachLine* approach = nullptr;  ///< along which the hand is to come; null: from anywhere
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
