#pragma once

#include <vector>

#include "control/resolve_rates.h"
#include "guidance/hand_laws.h"
#include "studies/kinematic_robot.h"

namespace freefloat {

/// What there is of the capture laws of Yoshida & Umetani 1990, Sec. 3; their numbers are those of Sec. 4.1.
struct CaptureLaw {
  bool moving = false;   ///< Eq. (15), else Eq. (11)
  bool tangent = false;  ///< Eq. (16)
  RateNorm norm = RateNorm::kLargestComponent;
  RendezvousSampling sampling = RendezvousSampling::kEuler;
  double dt = 0.1;                ///< s
  double max_joint_rate = 0.0;    ///< rad/s
  double margin = 0.02;           ///< what "near the boundary" means, m
  double capture_radius = 0.005;  ///< m
};

/// Start and target of a capture.
struct CaptureScene {
  double theta_WB = 0.0;
  JointVector joints{};
  Vector2 target = Vector2::Zero();
  Vector2 target_velocity = Vector2::Zero();
  double duration = 0.0;  ///< until the rendezvous of a moving target; a standing one: at most, s
};

/// One sample; positions from the mass centre, which rests at the origin.
struct CaptureSample {
  double time = 0.0;
  Posture posture;
  Vector2 hand = Vector2::Zero();
  Vector2 target = Vector2::Zero();
  JointVector joints{};
  double determinant = 0.0;  ///< of J*, m^2
  double asked_rate = 0.0;   ///< largest joint rate before the limit, rad/s
  bool corrected = false;    ///< by Eq. (16)
};

struct CaptureRun {
  std::vector<CaptureSample> samples;
  double miss = 0.0;             ///< between hand and target at the end, m
  double capture_time = -1.0;    ///< first sample within the capture radius, s; negative: never
  double sign_change = -1.0;     ///< first sample behind a singularity, s; negative: none
  double min_determinant = 0.0;  ///< of its amount, m^2
  double max_radius = 0.0;       ///< of the hand, m
  double max_asked_rate = 0.0;   ///< rad/s
  double deviation = 0.0;        ///< largest, from the straight line between start and target, m
  int corrected = 0;             ///< samples
};

/// A capture with ideal sensing by a robot that follows exactly. A standing target's ends when it is reached.
CaptureRun run_ideal_capture(const PlanarModel& model, const CaptureLaw& law, const CaptureScene& scene);

}  // namespace freefloat
