#pragma once

#include "guidance/hand_path.h"
#include "types/cycle.h"

namespace freefloat {

/// How far the hand has come on its way to a path and along it.
struct PathMotion {
  PathStage stage = PathStage::kPlan;
  Vector2 begin = Vector2::Zero();          ///< of the path, m
  Vector2 approach_from = Vector2::Zero();  ///< where the way to the path began, m
  double resume_at = 0.0;                   ///< where the approach meets the path, from its begin, m
  double along = 0.0;                       ///< on the approach or on the path, m
  double speed = 0.0;                       ///< of the point that the hand follows, m/s
  double still_for = 0.0;                   ///< s at the end of the approach
};

/// Where the hand is to be, and how fast it is to go on from there.
struct PathReference {
  Vector2 p_WE = Vector2::Zero();  ///< m
  Vector2 v_WE = Vector2::Zero();  ///< mean over the coming cycle, m/s
};

/// Places the path, and the approach to it, where it has none before it.
/// @param table Of the path.
/// @param p_WE Where the hand is, m.
PathMotion begin_path_motion(const PathTable& table, const Vector2& p_WE);

/// A hand that was held up on its way comes back to where it left the path, from where it is now.
/// @param table Of the path.
/// @param p_WE Where the hand is, m.
/// @param motion Goes on.
void resume_path_motion(const PathTable& table, const Vector2& p_WE, PathMotion& motion);

/// One cycle of the point that the hand follows: straight to the path's begin, there until the hand is on it,
/// along the path and to rest at its end; speed within the path's acceleration.
/// @param table Of the path.
/// @param elapsed Since the last call, s; 0 in the first.
/// @param period That the velocity will be held for, s.
/// @param p_WE Where the hand is, m.
/// @param motion Goes on.
PathReference advance_path(const PathTable& table, double elapsed, double period, const Vector2& p_WE,
                           PathMotion& motion);

}  // namespace freefloat
