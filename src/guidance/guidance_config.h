#pragma once

#include "types/time.h"

namespace freefloat {

enum class GuidanceMethod : std::uint8_t {
  kYoshidaUmetani1990,  ///< Eqs. (11)-(16) as in the paper, for comparison
  kPredictive,  ///< both edges of the annulus, meeting point and way around the hole chosen by prediction
};

/// How the moving-target law is sampled: see rendezvous_rate.
enum class RendezvousSampling : std::uint8_t { kEuler, kCubic };

/// Settings of the guidance.
struct GuidanceConfig {
  GuidanceMethod method = GuidanceMethod::kPredictive;
  /// Captures are planned in time, at this share of what the joints can do, 1: as fast as they can; 0: the
  /// hand is led at the speeds below.
  double urgency = 0.0;
  double position_gain = 2.0;    ///< standing target: hand velocity a metre of error, 1/s; 1/dt in the paper
  double max_hand_speed = 0.15;  ///< m/s
  double max_hand_acceleration =
      0.3;  ///< m/s^2, of the commanded hand velocity; zero: unlimited, as in the paper
  bool tangent_correction = true;  ///< Eq. (16)
  double boundary_margin = 0.02;   ///< distance from the annulus' edges where the correction starts, m
  RendezvousSampling sampling = RendezvousSampling::kEuler;
  double rendezvous_floor_cycles = 4.0;  ///< T is at least so many cycles, Euler sampling
  double rendezvous_time = 0.0;          ///< fixed t_f after the task's start, s; zero: chosen by prediction
  double capture_distance = 0.005;       ///< hand to target for closing the gripper, m
  double capture_speed = 0.010;          ///< relative speed for closing the gripper, m/s
  double clearance = 0.0;  ///< of satellite and arm from the target and each other on predicted paths, m; 0:
                           ///< not looked at
  Duration capture_dwell = from_seconds(0.1);  ///< both must hold so long
};

}  // namespace freefloat
