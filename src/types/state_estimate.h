#pragma once

#include <cstdint>

#include "types/robot_state.h"
#include "types/time.h"

namespace freefloat {

/// The target as the estimator knows it.
struct TargetEstimate {
  bool valid = false;
  Vector2 p_WT = Vector2::Zero();        ///< grapple point, m
  Vector2 v_WT = Vector2::Zero();        ///< m/s
  Matrix2 covariance = Matrix2::Zero();  ///< of p_WT, m^2
  Duration since_seen{};                 ///< age of the last measurement used
  bool turns = false;                    ///< it is followed as a body that turns: the rest is known, too
  Vector2 p_WC = Vector2::Zero();        ///< its mass centre, m
  double theta_WT = 0.0;                 ///< its attitude, rad
  double w_WT = 0.0;                     ///< rad/s
};

/// Joint angles known in two ways at one time.
struct JointComparison {
  Time at{};            ///< capture time of the picture; zero: no picture told any joint yet
  JointVector by_leds;  ///< rad; shorter than n where LEDs of the outer links were hidden
  JointVector by_pots;  ///< potentiometers at that time, rad, same length
};

/// What the controller believes, predicted to the time its command takes effect.
struct StateEstimate {
  bool valid = false;  ///< false: not initialised, or lost; control must not move
  Time at{};           ///< time the state holds for
  RobotState robot;
  Vector2 p_WE = Vector2::Zero();             ///< hand, m
  Vector2 v_WE = Vector2::Zero();             ///< hand, m/s
  Vector2 p_WG = Vector2::Zero();             ///< mass centre of the whole system, m
  Vector2 linear_momentum = Vector2::Zero();  ///< P, N s
  double angular_momentum = 0.0;              ///< L about G, N m s
  double sigma_hand = 0.0;                    ///< standard deviation of p_WE, larger axis, m
  double sigma_attitude = 0.0;                ///< of theta_WB, rad
  double worst_innovation = 0.0;  ///< largest normalised innovation of the last frame, standard deviations
  int markers_used = 0;           ///< robot LEDs of the last frame that passed the gate
  int markers_rejected = 0;       ///< that did not
  std::uint32_t contradicted_markers = 0;  ///< those and the target's, a bit each, counted as in MarkerFrame
  Duration contradicted_for{};             ///< each frame has had such for so long
  Duration since_frame{};                  ///< age of the last frame used
  TargetEstimate target;
  JointComparison compared;  ///< newest; LEDs as they are, without the filter
};

}  // namespace freefloat
