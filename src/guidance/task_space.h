#pragma once

#include "guidance/falling_point.h"

namespace freefloat {

/// What the guidance laws look at: hand, target and mass centre at one instant, in W.
struct TaskSpaceState {
  Vector2 p_WE = Vector2::Zero();  ///< hand, m
  Vector2 v_WE = Vector2::Zero();  ///< hand velocity that the last command leads to, m/s
  Vector2 p_WT = Vector2::Zero();  ///< target, m
  Vector2 v_WT = Vector2::Zero();  ///< m/s; zero for a standing target
  Vector2 p_WG = Vector2::Zero();  ///< mass centre of the robot, m
  Vector2 v_WG = Vector2::Zero();  ///< m/s
  Vector2 p_CT = Vector2::Zero();  ///< of a target that turns: from its mass centre to its grapple point, m
  double w_WT = 0.0;               ///< rad/s; zero: the target's point goes straight

  TurningPoint target() const { return {p_WT, v_WT, Vector2::Zero(), p_CT, w_WT}; }

  /// The target moves on for `time`, s.
  void move_target(double time) {
    const TurningPoint point = target();
    p_WT = point.p_after(time);
    v_WT = point.v_after(time);
    if (w_WT != 0.0) p_CT = rotate(w_WT * time, p_CT);
  }
};

/// The tangent of a turning target's arc at the meeting: a point that goes straight and is, at the meeting,
/// where the target is, as fast as it. What leads a hand to a point that goes straight leads it so to one
/// that turns, whatever it does until then.
/// @param s Hand and target. @param remaining Until the meeting, s.
/// @return The same with that point for a target; unchanged where the target goes straight.
inline TaskSpaceState with_tangent_at_meeting(const TaskSpaceState& s, double remaining) {
  if (s.w_WT == 0.0) return s;
  TaskSpaceState straight = s;
  straight.v_WT = s.target().v_after(remaining);
  straight.p_WT = s.target().p_after(remaining) - remaining * straight.v_WT;
  straight.w_WT = 0.0;
  return straight;
}

/// How the hand is to move in one cycle.
struct HandVelocity {
  Vector2 mean = Vector2::Zero();  ///< to be commanded, m/s
  Vector2 end = Vector2::Zero();   ///< what the next cycle goes on from when this one was followed, m/s
  bool corrected = false;          ///< an edge of the workspace turned it

  /// A corrected velocity is no longer that of the optimal path: the next cycle goes on from it itself.
  void correct(const Vector2& v_WE) { *this = {v_WE, v_WE, true}; }
};

/// Distances of the hand from the mass centre between which it may be led, m.
struct HandWorkspace {
  double inner = 0.0;              ///< inner edge of the singularity-free annulus
  double outer = 0.0;              ///< its outer edge
  double guaranteed_radius = 0.0;  ///< the paper's guaranteed workspace, K1 + K2 - K0

  bool contains(double radius, double margin) const {
    return radius >= inner + margin && radius <= outer - margin;
  }
};

}  // namespace freefloat
