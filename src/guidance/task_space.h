#pragma once

#include "types/joint_vector.h"

namespace freefloat {

/// What the guidance laws look at: hand, target and mass centre at one instant, in W.
struct TaskSpaceState {
  Vector2 p_WE = Vector2::Zero();  ///< hand, m
  Vector2 v_WE = Vector2::Zero();  ///< hand velocity that the last command leads to, m/s
  Vector2 p_WT = Vector2::Zero();  ///< target, m
  Vector2 v_WT = Vector2::Zero();  ///< m/s; zero for a standing target
  Vector2 p_WG = Vector2::Zero();  ///< mass centre of the robot, m
  Vector2 v_WG = Vector2::Zero();  ///< m/s
};

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
