#pragma once

#include <vector>

#include "identification/body_poses.h"
#include "model/motion_limits.h"
#include "model/planar_model.h"

namespace freefloat {

/// One phase in which every joint turns evenly.
struct JogStep {
  JointVector rates;      ///< rad/s, length n
  double duration = 0.0;  ///< s
};

/// Jogs one after the other, from a posture at rest.
struct JogPlan {
  double attitude = 0.0;                ///< theta_WB at the begin, rad
  JointVector joints;                   ///< at the begin, rad
  Vector2 satellite = Vector2::Zero();  ///< origin of its frame at the begin, see BodyGeometry, m, in W
  std::vector<JogStep> steps;

  double duration() const;
};

/// What the pictures of a planned motion are expected to be like.
struct ExpectedPictures {
  double period = 0.01;            ///< between pictures in which all LEDs are seen, s
  std::vector<double> led_sigmas;  ///< of each coordinate, m, in the order of the file
};

/// @param series Of a log. @param stretches Of free motion in it, at least one.
/// @return What pictures of the same camera and robot are to be expected like, those counted as lost that
/// showed not every LED.
ExpectedPictures expect_pictures(const MotionSeries& series, const std::vector<MotionStretch>& stretches);

/// A planned motion as it would be seen.
struct PlannedMotion {
  MotionStretch stretch;  ///< poses without errors, with the covariance that the pictures will have
  double clearance =
      0.0;               ///< of satellite, joints and hand from where they must not be on the table, least, m
  double led_gap = 0.0;  ///< between two LEDs, least, m
};

/// Moves a free-floating robot without momentum along a plan (Yoshida & Umetani 1990, Eq. (2)).
/// @param file Whose satellite's frame the poses are of, see BodyGeometry. @param robot As it really is.
/// @param period Of the poses, s. Where it is longer than the pictures', each pose stands for several
/// pictures, and its covariance is that of their mean.
PlannedMotion predict_motion(const RobotParameters& file, const RobotParameters& robot,
                             const MotionLimits& limits, const JogPlan& plan,
                             const ExpectedPictures& pictures, double period);

}  // namespace freefloat
