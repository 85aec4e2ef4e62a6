#pragma once

#include "control/capture_step.h"
#include "guidance/path_motion.h"

namespace freefloat {

/// A path's hand velocity as joint rates: Yoshida & Umetani 1990, Eq. (12), with the momentum that the system
/// has kept, or by the Jacobian of a robot whose base stands still.
/// @param setup Robot, limits and settings. @param model Of the robot as it is. @param with Which Jacobian.
/// @param arm Posture and angular momentum.
/// @param v_WE Hand velocity wanted, m/s. @param v_WG Velocity of the mass centre, m/s.
/// @return Not yet limited.
ResolvedRates resolve_hand(const ControlSetup& setup, const PlanarModel& model, ResolveWith with,
                           const ArmState& arm, const Vector2& v_WE, const Vector2& v_WG);

/// Why a point of a path is no place for the hand: outside of the singularity-free annulus about the mass
/// centre. Robots with two joints only; others have next to none, and are told by their Jacobian.
/// @param setup Robot, limits and settings.
/// @param p_WX The point, m. @param p_WG Mass centre, m.
/// @param output Refusal, place and distance are set.
/// @return Whether it was refused.
bool refuse_outside_annulus(const ControlSetup& setup, const Vector2& p_WX, const Vector2& p_WG,
                            PathOutput& output);

/// The whole way to a path and along it, as the controller would command it, on a robot that follows exactly:
/// same laws, momentum equation for the satellite, mass centre that drifts on as it does now. Advances by
/// single steps, so that a cycle can pay for a part of it.
struct PathPrediction {
  PathMotion motion;
  Vector2 p_WE = Vector2::Zero();  ///< hand, m
  Vector2 p_WG = Vector2::Zero();  ///< mass centre, m
  Vector2 v_WG = Vector2::Zero();  ///< m/s
  ArmState arm;
  double step = 0.0;     ///< s
  double elapsed = 0.0;  ///< s since the start
  PathOutput output;     ///< stage kDone or kRefused once it is over

  /// Starts anew.
  void begin(const PlanarModel& model, const PathTable& table, const StateEstimate& estimate);

  bool over() const { return output.stage == PathStage::kDone || output.stage == PathStage::kRefused; }

  /// One step. Does nothing once it is over.
  void advance(const ControlSetup& setup, const PlanarModel& model, const PathTable& table);

 private:
  bool judge(const ControlSetup& setup, const PlanarModel& model, const PathReference& wanted,
             const ResolvedRates& resolved);
  void move(const PlanarModel& model, const JointVector& rates);
};

}  // namespace freefloat
