#pragma once

#include "guidance/drift.h"
#include "guidance/joint_loop.h"
#include "model/planar_model.h"

namespace freefloat {

/// What prediction and search of loops know and what does not change during them.
struct LoopSetup {
  const PlanarModel& model;  ///< of the robot as it is, payload included
  const MotionLimits& limits;
  LoopPace pace;
  double rest_after = 0.0;  ///< the arm rests so long at home before the attitude counts, s
  double accuracy = 0.0;    ///< of the turn that a loop is fitted to, rad
};

/// Where a loop starts from.
struct LoopStart {
  double theta_WB = 0.0;          ///< rad
  JointVector home;               ///< rad
  double angular_momentum = 0.0;  ///< L about G, N m s
  Drift drift;
};

/// A loop that is being predicted, a few steps at a time.
struct LoopPrediction {
  JointLoop loop;
  int side = 0;                   ///< 0 .. 3; 4: done
  int step = 0;                   ///< of the side
  double time = 0.0;              ///< since the loop's start, s
  double turn_by_joints = 0.0;    ///< of the satellite since then, rad
  double turn_by_momentum = 0.0;  ///< rad
  double clearance = 1e9;  ///< smallest distance from the table's edge margin so far, m; negative: beyond

  double turn() const { return turn_by_joints + turn_by_momentum; }
  bool done() const { return side >= 4; }
};

/// @return Steps that a whole prediction takes.
int prediction_steps(const JointLoop& loop);

/// One step: theta' = (L - I_m phi') / I_s, Eq. (7) of Dubowsky & Vafa 1987 with the momentum kept, along a
/// part of a side by Simpson's rule; no small-motion assumption. After the last side the rest at home counts.
void advance_prediction(const LoopSetup& setup, const LoopStart& start, LoopPrediction& prediction);

}  // namespace freefloat
