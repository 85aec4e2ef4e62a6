#pragma once

#include <string>
#include <tl/expected.hpp>

#include "identification/fit_soundness.h"
#include "identification/motion_series.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// What the hand holds, as the motion since its capture tells it.
struct PayloadFit {
  double mass = 0.0;                       ///< kg
  double mass_low = 0.0, mass_high = 0.0;  ///< 95 % interval
  double inertia = 0.0;                    ///< about its own mass centre, kg m^2
  Vector2 p_EP = Vector2::Zero();          ///< its mass centre from the hand, last link's frame, m
  double seconds = 0.0;                    ///< of motion that tell it
  bool told = false;                       ///< the mass, by the motion; else it is near `guess`
  FitSoundness soundness;                  ///< where it is not sound the intervals do not hold
};

/// The least motion with the payload that is taken, s.
inline constexpr double kLeastPayloadMotion = 5.0;

/// By conservation of momentum, the robot's own masses taken as known: last link and payload are one body.
/// @param robot Without payload.
/// @param guess Mass of the payload where the search begins, kg.
/// @param series Of a hand that holds something: see `Hand`.
/// @return Or what is missing, in words with the remedy.
tl::expected<PayloadFit, std::string> identify_payload(const RobotParameters& robot, double guess,
                                                       const MotionSeries& series);

}  // namespace freefloat
